import assert from "node:assert/strict";
import { test } from "node:test";
import { tintOf } from "./tints.ts";

test("a stored colour has the tint of the nearest hue, and a grey one is grey", () => {
  const expected = {
    ...{ "#e5484d": "red", "#f00": "red", "#ff0011": "red", "#f76b15": "orange", "#ffb224": "amber" },
    ...{ "#30a46c": "green", "#00ff00": "green", "#12a594": "teal", "#0091ff": "blue", "#3e63dd": "indigo" },
    ...{ "#8e4ec6": "violet", "#e93d82": "pink", "#808080": "grey", "#ffffff": "grey", "#868e8b": "grey" },
  };
  for (const [color, tint] of Object.entries(expected)) assert.equal(tintOf(color), tint, color);
  for (const [name, tint] of Object.entries({
    red: "red",
    Gold: "amber",
    purple: "violet",
    deeppink: "pink",
  }))
    assert.equal(tintOf(name), tint, name);
  for (const text of [undefined, "", "gray", "toString", "#12", "#gggggg", "url(x)"])
    assert.equal(tintOf(text), "grey");
});
