#include "solvers/tables/table_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "cards/random.hpp"

#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define KIEBITZ_MAPS_FILES 1
#endif

namespace kiebitz::solvers {

namespace {

constexpr char kMagic[8] = {'K', 'I', 'E', 'B', 'T', 'A', 'B', '\n'};

std::uint64_t header_checksum(TableHeader header) {
    header.header_checksum = 0;
    return checksum_of(std::as_bytes(std::span(&header, 1)));
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    // Four lanes, so that memory and not the multiplications set the pace.
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    std::size_t at = 0;
    for (; at + 32 <= bytes.size(); at += 32) {
        for (int lane = 0; lane < 4; ++lane) {
            std::uint64_t word;
            std::memcpy(&word, bytes.data() + at + 8 * static_cast<std::size_t>(lane), 8);
            lanes[lane] = (std::rotl(lanes[lane], 29) ^ word) * 0x9e3779b97f4a7c15ULL;
        }
    }
    std::uint64_t sum = mix64(bytes.size());
    for (const std::uint64_t lane : lanes) sum = mix64(sum ^ lane);
    for (; at < bytes.size(); ++at) sum = mix64(sum ^ static_cast<std::uint64_t>(bytes[at]));
    return sum;
}

std::vector<std::byte> sealed(TableHeader header, std::span<const std::byte> payload) {
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.version = kTableVersion;
    header.bytes = payload.size();
    header.checksum = checksum_of(payload);
    header.header_checksum = header_checksum(header);
    std::vector<std::byte> file(sizeof header + payload.size());
    std::memcpy(file.data(), &header, sizeof header);
    std::copy(payload.begin(), payload.end(), file.begin() + sizeof header);
    return file;
}

std::shared_ptr<const TableFile> TableFile::open(const std::string& path, bool whole,
                                                 std::string& problem) {
    std::shared_ptr<TableFile> table(new TableFile);
    std::span<const std::byte> all;
#ifdef KIEBITZ_MAPS_FILES
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        problem = "it cannot be opened";
        return nullptr;
    }
    struct stat status{};
    const bool plain = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = plain ? static_cast<std::size_t>(status.st_size) : 0;
    if (size > 0) {
        void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
        if (memory != MAP_FAILED) {
            table->mapped_ = memory;
            table->mapped_bytes_ = size;
            all = {static_cast<const std::byte*>(memory), size};
        }
    }
    ::close(file);
#else
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> content{std::istreambuf_iterator<char>(stream), {}};
    table->read_.resize(content.size());
    std::memcpy(table->read_.data(), content.data(), content.size());
    all = table->read_;
#endif
    if (all.size() < sizeof(TableHeader) || std::memcmp(all.data(), kMagic, sizeof kMagic) != 0) {
        problem = "it is not a table of Kiebitz";
        return nullptr;
    }
    std::memcpy(&table->header_, all.data(), sizeof(TableHeader));
    TableHeader& header = table->header_;
    if (header.version != kTableVersion) {
        problem = "it has version " + std::to_string(header.version) + ", not " +
                  std::to_string(kTableVersion);
        return nullptr;
    }
    if (header.header_checksum != header_checksum(header)) {
        problem = "its header is damaged";
        return nullptr;
    }
    header.kind[sizeof header.kind - 1] = header.note[sizeof header.note - 1] = 0;
    table->payload_ = all.subspan(sizeof(TableHeader));
    if (table->payload_.size() != header.bytes) {
        problem = "it has " + std::to_string(table->payload_.size()) + " bytes of data, not " +
                  std::to_string(header.bytes);
        return nullptr;
    }
    if (whole && checksum_of(table->payload_) != header.checksum) {
        problem = "it is damaged: the checksum is another one";
        return nullptr;
    }
    return table;
}

TableFile::~TableFile() {
#ifdef KIEBITZ_MAPS_FILES
    if (mapped_ != nullptr) ::munmap(mapped_, mapped_bytes_);
#endif
}

std::string tables_directory() {
    const auto told = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string(value == nullptr ? "" : value);
    };
    if (const std::string chosen = told("KIEBITZ_TABLES"); !chosen.empty()) return chosen;
    std::string cache = told("XDG_CACHE_HOME");
    if (cache.empty() && told("HOME").empty()) cache = told("LOCALAPPDATA");
    if (cache.empty()) cache = told("HOME") + "/.cache";
    return cache + "/kiebitz/tables";
}

std::string table_path(const std::string& kind, int cards) {
    return tables_directory() + "/" + kind + "-" + std::to_string(cards) + ".table";
}

std::shared_ptr<const TableFile> find_table(const std::string& kind, int cards) {
    const std::string path = table_path(kind, cards);
    if (!std::filesystem::exists(path)) return nullptr;
    std::string problem;
    auto table = TableFile::open(path, true, problem);
    if (table && (table->kind() != kind || table->header().cards != static_cast<unsigned>(cards))) {
        problem =
            "it holds " + table->kind() + " of " + std::to_string(table->header().cards) + " cards";
        table = nullptr;
    }
    if (!table) {
        static std::mutex mutex;
        static std::set<std::string> told;
        const std::lock_guard lock(mutex);
        if (told.insert(path).second) {
            std::fprintf(stderr, "kiebitz: the table %s is not used: %s\n", path.c_str(),
                         problem.c_str());
        }
    }
    return table;
}

}  // namespace kiebitz::solvers
