/** The colours of a template, light and dark. */
import { contrast, minContrast, mix } from './contrast.ts';
import { plainDesign, type DesignColours } from './design.ts';

/** The background and default text colour, light and dark; templates do not change them. */
const sheets = {
  light: { sheet: '#fffdfa', texts: ['#241d16', '#685c50'] },
  dark: { sheet: '#1f1a16', texts: ['#f6eee3', '#b8ab9b'] },
} as const;

/** Colours of a template; missing ones are derived from the accent. */
export interface GivenColours {
  accent: string;
  on_accent?: string | undefined;
  paper?: string | undefined;
}

const steps = 20;
const lightText = '#ffffff';
const darkText = '#1f1a16';

export function fullColours(given: GivenColours, scheme: 'light' | 'dark'): DesignColours {
  return {
    accent: given.accent,
    onAccent: given.on_accent ?? textOn(given.accent),
    paper: given.paper ?? plainDesign.colours[scheme].paper,
  };
}

/** The brand's accent in dark mode: lightened until it is readable on the dark background. */
export function nightColours(day: DesignColours): DesignColours {
  const { paper } = plainDesign.colours.dark;
  for (let step = 0; step <= steps; step++) {
    const accent = mix(day.accent, lightText, step / steps);
    if ([paper, sheets.dark.sheet].every((ground) => contrast(accent, ground) >= minContrast))
      return { accent, onAccent: textOn(accent), paper };
  }
  return plainDesign.colours.dark;
}

const textOn = (ground: string): string =>
  contrast(lightText, ground) >= contrast(darkText, ground) ? lightText : darkText;

/** Contrast problems of these colours, as sentences. */
export function unreadable(colours: DesignColours, scheme: 'light' | 'dark'): string[] {
  const { sheet, texts } = sheets[scheme];
  const pairs = [
    { text: colours.onAccent, ground: colours.accent, names: 'on_accent on accent' },
    { text: colours.accent, ground: sheet, names: `accent on the sheet (${sheet})` },
    { text: colours.accent, ground: colours.paper, names: 'accent on paper' },
    ...texts.map((text) => ({ text, ground: colours.paper, names: `our text (${text}) on paper` })),
  ];
  return pairs.flatMap(({ text, ground, names }) => {
    const found = contrast(text, ground);
    return found >= minContrast
      ? []
      : [`${names} has a contrast of ${found.toFixed(2)}: text needs ${minContrast} and more`];
  });
}
