// Cells of our weights that follow a fact, by language and direction: [layer, cell, what it follows], and "low"
// if the cell is below zero where that is so.
// They were found by their correlation with such facts over some thousand sentences; what they
// follow stands in labels.js.

export const SWITCHES = {
  en: {
    forward: [
      [1, 720, "quotes"], [1, 337, "brackets"], [1, 358, "brackets", "low"], [2, 241, "number"], [1, 406, "gender"],
      [2, 0, "past", "low"], [2, 577, "far"],
    ],
    backward: [
      [1, 49, "quotes"], [1, 399, "brackets"], [2, 260, "brackets", "low"], [1, 704, "question", "low"], [1, 71, "gender"],
      [1, 41, "self"], [2, 142, "end"],
    ],
  },
  ko: {
    forward: [
      [1, 234, "brackets"], [1, 127, "brackets", "low"], [1, 86, "quotes"], [2, 404, "far"], [1, 331, "object", "low"],
      [1, 638, "topic"], [2, 25, "closed"],
    ],
    backward: [
      [1, 244, "brackets"], [1, 176, "quotes"], [2, 206, "end", "low"], [2, 66, "negation"],
    ],
  },
};
