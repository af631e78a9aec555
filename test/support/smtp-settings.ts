import type { SmtpSettings } from '../../src/platform/settings/mail-settings.ts';

/** A mail server on the loopback, with default settings. */
export const smtpSettings = (url: string): SmtpSettings => ({
  url,
  from: 'Facevalue <certificates@facevalue.example>',
  tls: 'opportunistic',
  authorities: null,
  dkim: null,
  bounceAddress: '',
});
