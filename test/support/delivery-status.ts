/** Delivery status notifications as mail servers write them (RFC 3464). */
export interface StatusNotification {
  /** The envelope sender of the letter that it is about. */
  to: string;
  action: 'failed' | 'delivered' | 'delayed' | 'relayed' | 'expanded';
  status?: string;
  diagnostic?: string;
  recipient?: string;
  envelopeId?: string;
  /** The header of the letter, or the whole letter, as the server received it. */
  returned?: string;
  subject?: string;
}

export function statusNotification(report: StatusNotification): Buffer {
  const { to, action, status = '5.1.1', recipient = 'anna@mail.example', returned = '' } = report;
  const lines = [
    'Return-Path: <>',
    `Delivered-To: ${to}`,
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    `Subject: ${report.subject ?? 'Undelivered Mail Returned to Sender'}`,
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4RxYz.1795000000/mx.example"',
    'Message-Id: <20261121.4RxYz@mx.example>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4RxYz.1795000000/mx.example',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.',
    '',
    '--4RxYz.1795000000/mx.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    ...(report.envelopeId === undefined ? [] : [`Original-Envelope-Id: ${report.envelopeId}`]),
    'Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0300 (MSK)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Original-Recipient: rfc822;${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(report.diagnostic === undefined ? [] : [`Diagnostic-Code: smtp; ${report.diagnostic}`]),
    '',
    '--4RxYz.1795000000/mx.example',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    returned.replaceAll('\r\n', '\n'),
    '--4RxYz.1795000000/mx.example--',
    '',
  ];
  return Buffer.from(lines.join('\n').replaceAll('\n', '\r\n'));
}
