/** Minimum contrast of text in WCAG 2.2 (success criterion 1.4.3). */
export const minContrast = 4.5;

/** The contrast of two colours written `#rrggbb`: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** How much contrast a text lacks on its ground. */
export interface ContrastLack {
  found: string;
  least: number;
}

/** Null: the text can be read. */
export function contrastLack(text: string, ground: string): ContrastLack | null {
  const ratio = contrast(text, ground);
  return ratio >= minContrast ? null : { found: ratio.toFixed(2), least: minContrast };
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: string): number[] =>
  [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/** Mixes two colours: 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const ends = channels(to);
  const mixed = channels(from).map((channel, index) => channel + ((ends[index] ?? 0) - channel) * share);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
