/** Links as they arrive from messages: with the full stop, bracket or quotation mark of the sentence around them. */
import { tokenLengths } from '../../certificates/gift-link.ts';

const shortest = Math.min(...tokenLengths);
const tokenPart = `[A-Za-z0-9_-]{${shortest},64}`;

export const tokenForm = new RegExp(`^${tokenPart}$`);
const inSentence = new RegExp(`^[^\\w-]*(${tokenPart})(?:[^\\w-].*)?$`, 's');
const atAddress = new RegExp(`^/+g/(${tokenPart})(?=[^\\w-])`);

/** The token in a part of an address, without what cannot belong to it; null if there is none. */
export function tokenIn(part: string): string | null {
  const token = inSentence.exec(part)?.[1];
  return token === undefined ? null : withoutMarks(token);
}

/** The same of an address that is no valid one, as with `%` at its end. */
export function tokenAt(address: string): string | null {
  const token = atAddress.exec(address)?.[1];
  return token === undefined ? null : withoutMarks(token);
}

/** Messengers write italics as `_link_`. A mark may be a sign of a token too, but no token is one sign longer. */
function withoutMarks(token: string): string {
  if (tokenLengths.includes(token.length)) return token;
  const length = tokenLengths.findLast((one) => one < token.length);
  return length !== undefined && /^[_-]+$/.test(token.slice(length)) ? token.slice(0, length) : token;
}
