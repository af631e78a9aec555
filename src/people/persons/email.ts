/** A person's address as it is kept and compared; null: none that a letter could go to. */
import { isEmailAddress } from '../../platform/values/email-address.ts';

const longestEmail = 254;

export function readEmail(typed: string): string | null {
  const email = typed.trim().normalize('NFC').toLowerCase();
  return email.length <= longestEmail && isEmailAddress(email) ? email : null;
}
