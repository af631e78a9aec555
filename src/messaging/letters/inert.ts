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
