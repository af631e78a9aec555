/** Letters from simulated suppliers. */
import { createTransport, type SendMailOptions } from 'nodemailer';

const timeoutMs = 30_000;

/** Sends one mail by SMTP; false if it was refused. */
export async function sendMail(smtpUrl: string, mail: SendMailOptions): Promise<boolean> {
  const { hostname, port } = new URL(smtpUrl);
  const transport = createTransport({
    host: hostname,
    port: Number(port),
    secure: false,
    ignoreTLS: true,
    connectionTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.sendMail(mail);
    return true;
  } catch {
    return false;
  } finally {
    transport.close();
  }
}

/** How suppliers reach the platform's mailbox. */
export interface MailWay {
  smtpUrl: string;
  mailbox: string;
}

/** A sender unknown to the platform. */
export const unknownAddress = 'somebody@elsewhere.example';
