/** A letter to try whether letters arrive; it says nothing else. */
import { randomUUID } from 'node:crypto';
import { automaticHeaders, type OutgoingLetter } from '../../platform/mail/mailer.ts';
import { mailDomain } from '../../platform/settings/mail-settings.ts';

const trialText =
  'Проверка почты. Так приходят письма о подарках. / A trial of mail: letters about gifts come this way.';

export const trialLetter = (from: string, to: string): OutgoingLetter => ({
  from,
  to,
  subject: 'Facevalue: проверка почты / trial of mail',
  text: `${trialText}\n`,
  html: `<html lang="ru"><meta charset="utf-8"><title>Facevalue</title><p>${trialText}</p></html>`,
  messageId: `${randomUUID()}@${mailDomain(from)}`,
  headers: automaticHeaders,
});
