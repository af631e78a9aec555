/** The result of a draft's sender check, as a sentence for the operator. */
import type { Draft } from '../../suppliers/mail/drafts.ts';

const sentences: Record<Draft['senderCheck'], (sender: string) => string> = {
  pass: (sender) => `The mail is from ${sender}.`,
  fail: (sender) => `WARNING: the mail is NOT from ${sender}, although it says so.`,
  none: (sender) => `WARNING: nothing proves that the mail is from ${sender}.`,
  temperror: (sender) => `WARNING: whether the mail is from ${sender} could not be found out.`,
  unjudged: (sender) => `WARNING: it was not checked whether the mail is from ${sender}.`,
};

export function senderCheckText({ source, sender, senderCheck, senderCheckDetails }: Draft): string {
  if (source === 'page') return `It was uploaded by ${sender}.`;
  const details = senderCheckDetails === '' ? '' : ` (${senderCheckDetails})`;
  return `${sentences[senderCheck](sender)}${details}`;
}
