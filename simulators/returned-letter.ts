/** A letter that a mail server accepted and could not deliver. */
export interface LostLetter {
  /** The envelope sender, who gets the report. */
  from: string;
  recipient: string;
  source: Buffer;
}

const boundary = 'returned-letter';

/** The bounce report (RFC 3464), with the letter's header. */
export function returnedLetter({ from, recipient, source }: LostLetter, now: Date): Buffer {
  const headEnd = source.indexOf('\r\n\r\n');
  const part = (type: string, lines: string[]): string[] => [
    `--${boundary}`,
    `Content-Type: ${type}`,
    '',
    ...lines,
  ];
  const lines = [
    'From: Mail Delivery System <mailer-daemon@mx.example>',
    `To: ${from}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Date: ${now.toUTCString()}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    ...part('text/plain; charset=us-ascii', ['The letter below could not be delivered.', '']),
    ...part('message/delivery-status', [
      'Reporting-MTA: dns; mx.example',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      'Status: 5.1.1',
      `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: no such mailbox`,
      '',
    ]),
    ...part('text/rfc822-headers', [source.subarray(0, Math.max(0, headEnd)).toString('latin1'), '']),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
