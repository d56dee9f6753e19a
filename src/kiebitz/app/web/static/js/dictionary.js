// All sentences of the page: [English, German].
import cards from "./words/cards.js";
import frame from "./words/frame.js";
import table from "./words/table.js";
import review from "./words/review.js";
import reasons from "./words/reasons.js";
import board from "./words/board.js";
import bridge from "./words/bridge.js";
import suit from "./words/suit.js";
import friends from "./words/friends.js";
import learn from "./words/learn.js";
import terms from "./words/terms.js";
import train from "./words/train.js";
import statistics from "./words/statistics.js";
import problems from "./words/problems.js";

/** @type {Record<string, string[]>} */
export const WORDS = { ...cards, ...frame, ...table, ...review, ...reasons, ...board, ...bridge, ...suit, ...friends, ...learn, ...terms, ...train, ...statistics, ...problems };
