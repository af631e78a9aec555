/** Whether a mail server takes addresses whose name has other than ASCII letters (RFC 6531). */
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** A domain with other letters has an ASCII form; the name before the @ has none. */
export const needsSmtpUtf8 = (address: string): boolean => /\P{ASCII}/u.test(address.split('@', 1)[0] ?? '');

/** Connects, greets and leaves; rejects like a sending if the server can't be reached. */
export function offersSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection(options);
  return new Promise<boolean>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));
    connection.connect(() => resolve(/^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse))));
  }).finally(() => connection.close());
}
