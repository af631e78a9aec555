/** Why a letter was not taken by the mail server. Tables keep the English text. */
import type { CertificateProblem } from '../network/certificate-problem.ts';
import { reasonsOf, type ReasonOf } from '../text/reasons.ts';

const ofCertificate = {
  'untrusted certificate': {
    en: 'mail server has an untrusted certificate',
    ru: 'сертификату почтового сервера здесь не доверяют',
  },
  'expired certificate': {
    en: 'mail server has an expired certificate',
    ru: 'сертификат почтового сервера просрочен',
  },
  'certificate not valid yet': {
    en: 'mail server has a certificate not valid yet',
    ru: 'сертификат почтового сервера ещё не действует',
  },
  'certificate of another name': {
    en: 'mail server has a certificate of another name',
    ru: 'сертификат почтового сервера на другое имя',
  },
} as const satisfies Record<CertificateProblem, { en: string; ru: string }>;

/** The whole channel is down, as opposed to one address. */
const ofServer = {
  'no-server': { en: 'no mail server is set', ru: 'почтовый сервер не задан' },
  'not-reached': { en: 'mail server not reached', ru: 'почтовый сервер недоступен' },
  'timed-out': { en: 'mail server timed out', ru: 'почтовый сервер не ответил в срок' },
  failed: { en: 'mail server failed', ru: 'сбой почтового сервера' },
  'not-signed-in': {
    en: 'sign-in to the mail server failed',
    ru: 'имя или пароль не подходят',
  },
  'not-secure': {
    en: 'no secure connection to the mail server',
    ru: 'с почтовым сервером нет защищённого соединения',
  },
  ...ofCertificate,
} as const;

export const sendReasons = reasonsOf({
  ...ofServer,
  'no-address': { en: 'not an e-mail address', ru: 'неверный адрес почты' },
  'address-signs': {
    en: 'the mail server takes no such letters in addresses',
    ru: 'почтовый сервер не принимает таких букв в адресе',
  },
  answer: { en: 'smtp {status}', ru: 'почтовый сервер ответил {status}' },
});

export type SendReason = ReasonOf<typeof sendReasons>;

export const deadServerTexts: readonly string[] = Object.values(ofServer).map(({ en }) => en);

export const isOfCertificate = (reason: SendReason): reason is { is: CertificateProblem } =>
  reason.is in ofCertificate;
