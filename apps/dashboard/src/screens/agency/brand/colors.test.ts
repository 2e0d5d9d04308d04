import assert from "node:assert/strict";
import { test } from "node:test";
import { brandTokens, contrast, contrastMin, judge, withReadableColors } from "./colors.ts";

test("the contrast of black and white is 21, of a colour with itself 1", () => {
  assert.equal(contrast("#ffffff", "#000000"), 21);
  assert.equal(contrast("#7cc4a4", "#7cc4a4"), 1);
});

test("an unreadable colour has a readable one near it, and a readable one is kept", () => {
  const colors = { primary: "#1f5f49", onPrimary: "#fbfefc", accent: "#7cc4a4", background: "#f6f4ea" };
  const found = judge(colors);
  assert.equal(found.onPrimary.nearest, null);
  assert.ok(found.accent.ratio < contrastMin);
  const { accent } = withReadableColors(colors);
  assert.ok(contrast(accent, colors.background) >= contrastMin);
  assert.notEqual(accent, "#000000");
  assert.deepEqual({ ...withReadableColors(colors), accent: null }, { ...colors, accent: null });
});

test("whatever is chosen, the preview is readable", () => {
  const shades = ["#000000", "#ffffff", "#808080", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#767676"];
  for (const primary of shades)
    for (const accent of shades)
      for (const background of shades) {
        const colors = { primary, onPrimary: primary, accent, background };
        const found = judge(withReadableColors(colors));
        for (const name of ["onPrimary", "accent", "background"] as const)
          assert.ok(found[name].ratio >= contrastMin, `${name} ${primary}`);
        const tokens = brandTokens(colors);
        assert.ok(contrast(tokens["--on-accent"] ?? "", tokens["--accent"] ?? "") >= contrastMin);
        assert.ok(contrast(tokens["--accent-text"] ?? "", "#ffffff") >= contrastMin);
      }
});
