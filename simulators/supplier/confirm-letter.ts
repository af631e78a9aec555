import type { MailInbox } from '../mail-inbox.ts';

const lookedThrough = 200;
const timeoutMs = 30_000;
const linkForm = /\/activation\/[\w-]{22}/;

/**
 * What an employee of a supplier does who has activated a whole table: opens the newest letter that came to this
 * address and presses the button behind its link. False when there is no such letter, or the platform did not take it.
 */
export async function confirmNewestLetter(
  mail: MailInbox,
  address: string,
  baseUrl: string,
): Promise<boolean> {
  const link = await newestLink(mail, address);
  if (link === null) return false;
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

async function newestLink(mail: MailInbox, address: string): Promise<string | null> {
  for (const { id, to } of await mail.newest(lookedThrough)) {
    if (!to.includes(address)) continue;
    const letter = await mail.read(id);
    const [link] = linkForm.exec(letter?.text ?? '') ?? [];
    if (link !== undefined) return link;
  }
  return null;
}
