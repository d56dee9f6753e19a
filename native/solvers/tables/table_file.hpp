// Files of things that were computed beforehand: written once, whole or not at all, and then read
// by any number of processes, which share the memory that they are mapped into.
//
// A file is a header of 256 bytes and a payload. The header says what the payload is and has a
// checksum of its own and one of the payload. What does not fit is refused with one sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kiebitz::solvers {

inline constexpr std::uint32_t kTableVersion = 2;

struct TableHeader {
    char magic[8]{};
    std::uint32_t version = kTableVersion;
    std::uint32_t cards = 0;  // in each hand
    char kind[24]{};          // "null", "suit", "grand"
    std::uint64_t bytes = 0;  // of the payload
    std::uint64_t checksum = 0;
    std::int64_t created = 0;  // seconds since 1970
    double seconds = 0;        // of processor time that the build took
    std::uint64_t entries = 0;
    std::uint64_t complete = 1;  // 0: positions are missing, by a budget
    char note[160]{};
    std::uint64_t header_checksum = 0;
};
static_assert(sizeof(TableHeader) == 256);

/// Of any bytes; a changed bit changes it.
std::uint64_t checksum_of(std::span<const std::byte> bytes);

class TableFile {
  public:
    /// The file, or nullptr and why it is refused. `whole`: the payload's checksum is checked too.
    static std::shared_ptr<const TableFile> open(const std::string& path, bool whole,
                                                 std::string& problem);
    ~TableFile();
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    const TableHeader& header() const { return header_; }
    std::string kind() const { return header_.kind; }
    std::span<const std::byte> payload() const { return payload_; }

  private:
    TableFile() = default;

    TableHeader header_;
    std::span<const std::byte> payload_;
    void* mapped_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    std::vector<std::byte> read_;  // where files cannot be mapped
};

/// Fills in sizes and checksums of a header that says kind and cards.
std::vector<std::byte> sealed(TableHeader header, std::span<const std::byte> payload);

/// $KIEBITZ_TABLES, or `kiebitz/tables` in the user's cache directory.
std::string tables_directory();

/// `null-5.table` in that directory.
std::string table_path(const std::string& kind, int cards);

/// The table, if there is a sound one; a file that is refused is told once on stderr.
std::shared_ptr<const TableFile> find_table(const std::string& kind, int cards);

}  // namespace kiebitz::solvers
