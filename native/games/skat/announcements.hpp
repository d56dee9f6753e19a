// What is said of a contract besides its game.
#pragma once

#include <string>
#include <vector>

#include "games/skat/contract.hpp"

namespace kiebitz::skat {

/// The announcements in the order in which they are said; what another one implies is not said.
inline std::vector<std::string> announcements(const Contract& contract) {
    std::vector<std::string> said;
    if (contract.ouvert) said.emplace_back("ouvert");
    if (contract.ouvert && contract.type != GameType::kNull) return said;
    if (contract.hand) said.emplace_back("hand");
    if (contract.schwarz) {
        said.emplace_back("schwarz");
    } else if (contract.schneider) {
        said.emplace_back("schneider");
    }
    return said;
}

/// Every contract that can be declared, game by game, with more announced from one to the next.
inline std::vector<Contract> all_contracts() {
    std::vector<Contract> all;
    for (std::uint32_t flags = 0; flags < 16; ++flags) {
        for (std::uint32_t type = 0; type < kGameTypes; ++type) {
            const Contract contract = Contract::from_code(type | flags << 3);
            if (contract.is_valid()) all.push_back(contract);
        }
    }
    return all;
}

}  // namespace kiebitz::skat
