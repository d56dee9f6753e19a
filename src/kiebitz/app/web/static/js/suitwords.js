// The suit expert's lines in German: its English has few phrases, and each has its place here.

const CARD = "(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace)";
const NUMBERS = { two: "Zwei", three: "Drei", four: "Vier", five: "Fünf", six: "Sechs", seven: "Sieben", eight: "Acht", nine: "Neun", ten: "Zehn", queen: "Dame" };
const GROUP = `(?:the ${CARD}(?:, ${CARD})*(?: or ${CARD})?|a low card|an honour)`;

function card(name, form) {
  if (name === "ace") return { who: "das Ass", whom: "das Ass", to: "zum Ass" }[form];
  if (name === "king") return { who: "der König", whom: "den König", to: "zum König" }[form];
  if (name === "jack") return { who: "der Bube", whom: "den Buben", to: "zum Buben" }[form];
  return `${form === "to" ? "zur" : "die"} ${NUMBERS[name]}`;
}

/** Cards as they stand in a list: "the queen or jack", "ace, king and queen". */
function cards(text, form) {
  return text.replace(/^the /, "").replace(new RegExp(CARD, "g"), (name) => card(name, form)).replace(" and ", " und ").replace(" or ", " oder ")
    .replace("a low card", "eine kleine Karte").replace("an honour", "ein Bild");
}

/** @type {any[]} */
const PHRASES = [
  ["there is no chance", () => "es gibt keine Chance"],
  ["play the cards in any order", () => "die Karten in beliebiger Folge spielen"],
  ["cash the top cards", () => "von oben abziehen"],
  [`cash the (${CARD}(?:, ${CARD})*(?: and ${CARD})?)`, (list) => `${cards(list, "whom")} abziehen`],
  [`run the (${CARD})`, (name) => `${card(name, "whom")} durchlaufen lassen`],
  [`low to the (${CARD})`, (name) => `klein ${card(name, "to")}`],
  [`the (${CARD}) to the (${CARD})`, (from, to) => `${card(from, "whom")} ${card(to, "to")}`],
  [`lead the (${CARD})`, (name) => `${card(name, "whom")} ausspielen`],
  ["lead low", () => "klein ausspielen"],
  ["duck a round", () => "eine Runde ducken"],
  [`if it loses to (${GROUP})`, (group) => `wenn der Stich an ${cards(group, "whom")} geht`],
  ["if it loses", () => "wenn der Stich verloren geht"],
  ["if it wins", () => "wenn der Stich gewonnen wird"],
  ["if both follow low", () => "wenn beide klein bedienen"],
  [`if (${GROUP}) appears`, (group) => `wenn ${cards(group, "who")} fällt`],
  [`if (West|East) plays (${GROUP})`, (seat, group) => `wenn ${seat.replace("East", "Ost")} ${cards(group, "whom")} spielt`],
  ["if (West|East) shows out", (seat) => `wenn ${seat.replace("East", "Ost")} nicht bedient`],
  [`(${GROUP})`, (group) => cards(group, "whom")],
  ["otherwise", () => "sonst"], ["then", () => "dann"], ["a discard", () => "ein Abwurf"], ["low", () => "klein"], ["on", () => "auf"], ["or", () => "oder"],
].map(([pattern, put]) => [new RegExp(`^${pattern}(?![a-z])`), put]);

export function lineInGerman(line) {
  let rest = line;
  let out = "";
  while (rest) {
    const atWord = /[a-z]$/i.test(out) === false;
    const found = atWord && PHRASES.map(([pattern, put]) => [pattern.exec(rest), put]).find(([match]) => match);
    if (found) {
      const [match, put] = found;
      out += put(...match.slice(1));
      rest = rest.slice(match[0].length);
    } else {
      out += rest[0];
      rest = rest.slice(1);
    }
  }
  return out;
}

const TREE = { North: "Nord", East: "Ost", South: "Süd", "shows out": "bedient nicht", made: "erfüllt" };
export function treeInGerman(tree) {
  return tree.replace(/North|East|South|shows out|made/g, (word) => TREE[word]);
}
