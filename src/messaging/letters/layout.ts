/** The frame of all letters, in HTML for mail programs. */
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { plainDesign, type CertificateDesign } from '../../certificates/templates/design.ts';

const width = 600;

/** What is written in a letter; its envelope is added by who sends it. */
export interface Letter {
  subject: string;
  html: string;
  text: string;
}

export type LetterColours = CertificateDesign['colours'];

/**
 * Styles that cannot be inline: narrow screens and dark mode. Everything else is inline, for mail programs that drop
 * this block; `data-ogsc` and `data-ogsb` are Outlook's attributes for changed colours.
 */
const styleOf = ({ dark }: LetterColours): string =>
  `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.sheet{border-radius:0!important}.top{border-radius:0!important}.pad{padding-left:20px!important;padding-right:20px!important}.face{font-size:38px!important;line-height:44px!important}.cell{padding:6px 3px!important;font-size:12px!important;line-height:17px!important}}
@media (prefers-color-scheme:dark){.paper{background:${dark.paper}!important}.sheet{background:#1f1a16!important}.ink{color:#f6eee3!important}.muted{color:#b8ab9b!important}.soft{background:#28221c!important}.rule{border-color:#453b31!important}.accent{color:${dark.accent}!important}.go{background:${dark.accent}!important}.go a{color:${dark.onAccent}!important}}
[data-ogsb] .paper{background:${dark.paper}!important}[data-ogsb] .sheet{background:#1f1a16!important}[data-ogsc] .ink{color:#f6eee3!important}[data-ogsc] .muted{color:#b8ab9b!important}
`.trim();

/** Outlook ignores max-width, so it gets a column of its own. */
const outlookColumn = {
  begin: `<!--[if mso]><table role="presentation" width="${width}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  end: '<!--[if mso]></td></tr></table><![endif]-->',
};

/** A name without a space must not make the letter wider than the screen. */
const unbroken = 'table-layout:fixed;word-break:break-word;overflow-wrap:anywhere';

export interface LetterSheet {
  language: Language;
  title: string;
  /** Preview text that mail programs show next to the subject; never a code. */
  preheader: string;
  /** Rows of the letter: `<tr>…</tr>`. */
  rows: Html;
  /** Small print below. */
  foot: Html;
  /** Colours of the certificate's design; default: ours. */
  colours?: LetterColours;
}

/** The frame of every letter: one column of 600 px made of tables, as Outlook requires. */
export function letterLayout({ language, title, preheader, rows, foot, ...sheet }: LetterSheet): string {
  const { colours = plainDesign.colours } = sheet;
  const { paper } = colours.light;
  return html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${title}</title>
<style>${raw(styleOf(colours))}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}${raw('&#8199;&#65279;&#847; '.repeat(40))}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${paper}">
<tr><td align="center" style="padding:24px 0">
${raw(outlookColumn.begin)}
<table role="presentation" class="sheet" width="${width}" cellpadding="0" cellspacing="0" border="0" style="${raw(unbroken)};width:100%;max-width:${width}px;background:#fffdfa;border-radius:16px">
${rows}
</table>
<table role="presentation" class="sheet-foot" width="${width}" cellpadding="0" cellspacing="0" border="0" style="${raw(unbroken)};width:100%;max-width:${width}px">
<tr><td class="pad muted" style="padding:20px 36px 8px;color:#685c50;font:13px/20px ${raw(sans)}">${foot}</td></tr>
</table>
${raw(outlookColumn.end)}
</td></tr>
</table>
</body>
</html>
`.markup;
}

export const sans = "-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
export const serif = "Georgia,'Times New Roman',serif";

/** A button that also works in Outlook: the cell is coloured, not the link. */
export function letterButton(
  address: string,
  label: string,
  { accent, onAccent } = plainDesign.colours.light,
): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td class="go" align="center" bgcolor="${accent}" style="background:${accent};border-radius:28px"><a href="${address}" style="display:block;padding:17px 24px;color:${onAccent};font:bold 18px/22px ${raw(sans)};text-decoration:none">${label}</a></td></tr></table>`;
}

/**
 * Defuses addresses in the giver's texts. Mail programs and phones turn every address into a link, and a link in our
 * letter would be trusted because it is ours. Nothing is refused, since old clients send an e-mail address as a name;
 * the address is only broken up invisibly.
 */
const scheme =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:(?:\/\/)+|(?:mailto|tel|sms|smsto|geo|data|javascript):(?=\S))/giu;
/** A dot between the labels of a name or the numbers of an IP address; browsers treat the Unicode variants the same. */
const dot =
  /(?<=[\p{L}\p{N}_-])[.\u2024\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{N}-]|\p{N}{1,3}[.\u2024\u3002\uff0e\uff61]\p{N})/gu;
const at = /(?<=\S)[@\uff20](?=[\p{L}\p{N}[])/gu;

const withoutSchemes = (text: string): string => text.replaceAll(scheme, '');

/** Breaks the address for programs, and is invisible to people. */
const nonJoiner = '\u200c';

/** For letters: a zero-width character next to each dot and @. */
export const inertInLetter = (text: string): string =>
  withoutSchemes(text)
    .replaceAll(dot, (sign) => `${nonJoiner}${sign}${nonJoiner}`)
    .replaceAll(at, (sign) => `${nonJoiner}${sign}${nonJoiner}`);

/** For texts: a space, because phones show unknown characters as a box, and they double the price. */
export const inertInText = (text: string): string =>
  withoutSchemes(text).replaceAll(dot, '. ').replaceAll(at, ' @ ');
