/**
 * What givers write, made inert: mail programs and phones turn every address in a text into a link, and a link in a
 * letter or text of ours would be believed because it is ours. Nothing is refused, since old clients give an e-mail
 * address for a name; it is only broken where a program looks for it, and people read it as before.
 */
const scheme =
  /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:(?:\/\/)+|(?:mailto|tel|sms|smsto|geo|data|javascript):(?=\S))/giu;
/** A dot that parts labels of a name or numbers of an IP address; foreign dots mean the same to a browser. */
const dot =
  /(?<=[\p{L}\p{N}_-])[.\u2024\u3002\uff0e\uff61](?=\p{L}[\p{L}\p{N}-]|\p{N}{1,3}[.\u2024\u3002\uff0e\uff61]\p{N})/gu;
const at = /(?<=\S)[@\uff20](?=[\p{L}\p{N}[])/gu;

const withoutSchemes = (text: string): string => text.replaceAll(scheme, '');

/** No program sees an address over it, and no eye sees it. */
const nonJoiner = '\u200c';

/** For letters, seen or read: a sign without width beside each dot and @. */
export const inertInLetter = (text: string): string =>
  withoutSchemes(text)
    .replaceAll(dot, (sign) => `${nonJoiner}${sign}${nonJoiner}`)
    .replaceAll(at, (sign) => `${nonJoiner}${sign}${nonJoiner}`);

/** For texts, where a sign that phones don't know is shown as a box and doubles the price: a space. */
export const inertInText = (text: string): string =>
  withoutSchemes(text).replaceAll(dot, '. ').replaceAll(at, ' @ ');
