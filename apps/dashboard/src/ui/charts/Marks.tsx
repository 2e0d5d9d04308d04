/** The colours of series. Each also has a pattern or a line style, so that they can be distinguished without colour. */
export type Tone = 1 | 2 | 3 | 4;

export interface Series {
  id: string;
  name: string;
  tone: Tone;
  /** One per point; null: no value. */
  values: readonly (number | null)[];
}

const marks: Readonly<Record<Tone, string | null>> = {
  1: null,
  2: "M-1 1l2-2M0 6l6-6M5 7l2-2",
  3: "M1.5 1.5h1.5v1.5h-1.5zM4.5 4.5h1.5v1.5h-1.5z",
  4: "M0 1.5h6M0 4.5h6",
};

export const dashes: Readonly<Record<Tone, string | undefined>> = { 1: undefined, 2: "5 4", 3: "1.5 3.5", 4: "8 3 1.5 3" };

/** The fill patterns of bars: `url(#id-2)`. */
export function Patterns({ id, tones }: { id: string; tones: readonly Tone[] }) {
  return (
    <defs>
      {tones.map((tone) => (
        <pattern key={tone} id={`${id}-${tone}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className={`viz-${tone}`} />
          {marks[tone] !== null && <path d={marks[tone]} className={tone === 3 ? "viz-dots" : "viz-lines"} />}
        </pattern>
      ))}
    </defs>
  );
}

/** The names of the series, with their appearance. */
export function Legend({ id, series, isLine }: { id: string; series: readonly Pick<Series, "id" | "name" | "tone">[]; isLine: boolean }) {
  return (
    <ul className="chart-legend">
      {series.map((each) => (
        <li key={each.id}>
          <svg viewBox="0 0 14 10" aria-hidden>
            {isLine ? (
              <path d="M0 5h14" className={`viz-line viz-${each.tone}`} strokeDasharray={dashes[each.tone]} />
            ) : (
              <>
                <Patterns id={`${id}-key`} tones={[each.tone]} />
                <rect x="2" width="10" height="10" rx="2" fill={`url(#${id}-key-${each.tone})`} />
              </>
            )}
          </svg>
          <bdi>{each.name}</bdi>
        </li>
      ))}
    </ul>
  );
}
