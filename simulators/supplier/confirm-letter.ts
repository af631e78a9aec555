/** A simulated supplier's employee who confirms activations. */
import type { ParsedMail } from 'mailparser';
import type { MailInbox } from '../mail-inbox.ts';

const lookedThrough = 200;
const timeoutMs = 30_000;
const linkForm = /\/activation\/[\w-]{22}/;

/**
 * Acts as an employee who has activated a whole table: opens the newest letter to this address and presses the button
 * behind its link. False if there is no such letter, or the platform refused.
 */
export async function confirmNewestLetter(
  mail: MailInbox,
  address: string,
  baseUrl: string,
): Promise<boolean> {
  const letter = await newestActivationLetter(mail, address);
  const [link] = linkForm.exec(letter?.text ?? '') ?? [];
  if (link === undefined) return false;
  try {
    const response = await fetch(`${baseUrl}${link}`, {
      method: 'POST',
      body: new URLSearchParams({ confirm: 'all' }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** The newest activation letter to this address. */
export async function newestActivationLetter(mail: MailInbox, address: string): Promise<ParsedMail | null> {
  for (const { id, to } of await mail.newest(lookedThrough)) {
    if (!to.includes(address)) continue;
    const letter = await mail.read(id);
    if (letter !== null && linkForm.test(letter.text ?? '')) return letter;
  }
  return null;
}
