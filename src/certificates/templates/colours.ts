/** The colours of a template, light and dark. */
import { contrast, contrastLack, minContrast, mix, type ContrastLack } from './contrast.ts';
import { plainDesign, type DesignColours } from './design.ts';
import type { TemplateReason } from './template-reasons.ts';

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

/** A colour of a scheme that cannot be read, and why. */
export interface Unreadable {
  field: 'accent' | 'on_accent' | 'paper';
  reason: TemplateReason;
}

/** The contrast problems of these colours, each at the colour that is to be changed. */
export function unreadable(colours: DesignColours, scheme: 'light' | 'dark'): Unreadable[] {
  const { sheet, texts } = sheets[scheme];
  const { accent, onAccent, paper } = colours;
  return [
    ...lacking(onAccent, accent, 'on_accent', (found) => ({ is: 'contrast-on-accent', ...found })),
    ...lacking(accent, sheet, 'accent', (found) => ({ is: 'contrast-sheet', ground: sheet, ...found })),
    ...lacking(accent, paper, 'accent', (found) => ({ is: 'contrast-paper', ...found })),
    ...texts.flatMap((text) =>
      lacking(text, paper, 'paper', (found) => ({ is: 'contrast-our-text', text, ...found })),
    ),
  ];
}

function lacking(
  text: string,
  ground: string,
  field: Unreadable['field'],
  reasonOf: (lack: ContrastLack) => TemplateReason,
): Unreadable[] {
  const lack = contrastLack(text, ground);
  return lack === null ? [] : [{ field, reason: reasonOf(lack) }];
}
