import type { Language } from '../platform/text/language.ts';
import type { CheckName, CheckState, Finding, FindingName, Findings } from './finding.ts';

/** What was found, and what is to be done about it. */
export interface Told {
  says: string;
  todo?: string;
}

interface SetupCheckLabels {
  checks: Record<CheckName, string>;
  states: Record<CheckState, string>;
  findings: { [Name in FindingName]: (values: Findings[Name]) => Told };
}

const mailboxes = {
  ru: { codes: 'Ящик для кодов и ответов поставщиков', bounces: 'Ящик для возвратов' },
  en: { codes: 'The mailbox for suppliers’ codes and answers', bounces: 'The mailbox for bounces' },
} as const;

const mailboxSettings = { codes: 'FACEVALUE_IMAP_URL', bounces: 'FACEVALUE_BOUNCE_IMAP_URL' } as const;

export const setupCheckLabels: Record<Language, SetupCheckLabels> = {
  ru: {
    checks: {
      database: 'База данных',
      'master-key': 'Главный ключ',
      'mail-out': 'Отправка писем',
      'mail-in': 'Приём писем',
      sms: 'СМС',
      address: 'Адрес',
      clock: 'Часы',
      disk: 'Диск',
      alerts: 'Тревоги',
    },
    states: { ok: 'в порядке', note: 'обратите внимание', wrong: 'ИСПРАВЬТЕ' },
    findings: {
      'database-ok': ({ version, embedded, megabytes }) => ({
        says: `PostgreSQL ${version}${embedded ? ', встроенный' : ''}, ${megabytes} МБ.`,
      }),
      'database-old': ({ version }) => ({
        says: `PostgreSQL ${version} слишком стар.`,
        todo: 'Нужен PostgreSQL 15 или новее.',
      }),
      'database-unsafe': ({ setting }) => ({
        says: `${setting} выключен: после сбоя машины проданные коды могут быть проданы ещё раз.`,
        todo: `Включите ${setting} на сервере базы данных.`,
      }),
      'key-opens': ({ fingerprint }) => ({ says: `Ключ подходит, его отпечаток ${fingerprint}.` }),
      'key-not-kept': () => ({
        says: 'Никто не подтвердил, что копия ключа хранится отдельно. Без него все коды потеряны.',
        todo: 'Напечатайте лист: facevalue setup key-sheet key.html. Затем введите ключ с листа: facevalue setup key-test.',
      }),
      'key-kept': ({ at }) => ({ says: `Копия на бумаге проверена ${at} по Москве.` }),
      'mail-out-ok': ({ host, encrypted }) => ({
        says: `${host} принимает наши письма${encrypted ? ', соединение зашифровано' : ''}.`,
      }),
      'mail-out-unset': () => ({
        says: 'Почтовый сервер не задан: письма не отправляются.',
        todo: 'Задайте FACEVALUE_SMTP_URL и FACEVALUE_MAIL_FROM (docs/mail.md).',
      }),
      'mail-out-failed': ({ host, details }) => ({
        says: `${host} не принимает писем: ${details}.`,
        todo: 'Проверьте адрес, имя и пароль в FACEVALUE_SMTP_URL; затем facevalue mail try ваш-адрес.',
      }),
      'sender-example': ({ from }) => ({
        says: `Отправитель ${from} — пример.`,
        todo: 'Задайте FACEVALUE_MAIL_FROM с адресом вашего домена.',
      }),
      'mail-unsigned': () => ({
        says: 'Письма не подписаны (DKIM): часть почтовых служб положит их в спам.',
        todo: 'Задайте FACEVALUE_DKIM_DOMAIN, FACEVALUE_DKIM_SELECTOR и FACEVALUE_DKIM_KEY_FILE (docs/mail.md).',
      }),
      'mail-in-ok': ({ mailbox }) => ({ says: `${mailboxes.ru[mailbox]} читается.` }),
      'mail-in-unset': ({ mailbox }) => ({
        says: `${mailboxes.ru[mailbox]} не задан.`,
        todo:
          mailbox === 'codes'
            ? 'Если поставщики будут присылать коды и ответы письмом, задайте FACEVALUE_IMAP_URL.'
            : 'Чтобы знать о недоставленных письмах, задайте FACEVALUE_BOUNCE_ADDRESS и FACEVALUE_BOUNCE_IMAP_URL.',
      }),
      'mail-in-failed': ({ mailbox, why }) => ({
        says: `${mailboxes.ru[mailbox]} не читается: ${{ 'sign-in': 'имя или пароль не подходят', 'no-folder': 'в нём нет такой папки', 'not-reached': 'сервер не отвечает' }[why]}.`,
        todo: `Проверьте ${mailboxSettings[mailbox]}.`,
      }),
      'sms-set': ({ provider }) => ({
        says: `Провайдер ${provider} задан и доступен.`,
        todo: 'Дошло ли СМС, покажет facevalue sms try НОМЕР.',
      }),
      'sms-unset': () => ({
        says: 'Провайдер СМС не задан: СМС не отправляются.',
        todo: 'Если они нужны, задайте FACEVALUE_SMS_PRIMARY (docs/sms.md).',
      }),
      'sms-failed': ({ provider }) => ({
        says: `Провайдер ${provider} не отвечает.`,
        todo: 'Проверьте адрес и порт в FACEVALUE_SMS_PRIMARY и FACEVALUE_SMS_FALLBACK.',
      }),
      'address-ok': ({ address }) => ({ says: `${address} ведёт на эту платформу.` }),
      'address-here': ({ address }) => ({
        says: `${address} открывается только на этой машине.`,
        todo: 'Чтобы ссылки открывались у получателей, задайте FACEVALUE_BASE_URL с https:// и прокси перед платформой.',
      }),
      'address-silent': ({ address, details }) => ({
        says: `${address} не отвечает (${details}).`,
        todo: 'Запустите facevalue serve и прокси и проверьте ещё раз.',
      }),
      'address-other': ({ address }) => ({
        says: `По адресу ${address} отвечает другой сервер.`,
        todo: 'Направьте адрес на эту платформу или исправьте FACEVALUE_BASE_URL.',
      }),
      'certificate-ends': ({ days }) => ({
        says: `Сертификат https действует ещё ${days} дн.`,
        todo: 'Продлите его; лучше пусть он продлевается сам.',
      }),
      'clock-ok': ({ ms }) => ({ says: `Часы расходятся с базой данных на ${ms} мс.` }),
      'clock-wrong': ({ ms }) => ({
        says: `Часы этой машины расходятся с базой данных на ${ms} мс.`,
        todo: 'Включите синхронизацию времени (NTP) на обеих машинах.',
      }),
      'disk-ok': ({ gigabytes }) => ({ says: `Свободно ${gigabytes} ГБ.` }),
      'disk-low': ({ gigabytes }) => ({
        says: `Свободно всего ${gigabytes} ГБ.`,
        todo: 'Освободите место: с полным диском база данных останавливается.',
      }),
      'disk-elsewhere': () => ({
        says: 'База данных на своём сервере: за его диском следят там.',
      }),
      'alerts-ok': ({ address }) => ({ says: `О сбоях пишем на ${address}.` }),
      'alerts-unset': () => ({
        says: 'О сбоях никому не пишем.',
        todo: 'Задайте FACEVALUE_OPERATOR_MAIL.',
      }),
    },
  },
  en: {
    checks: {
      database: 'Database',
      'master-key': 'Master key',
      'mail-out': 'Sending mail',
      'mail-in': 'Receiving mail',
      sms: 'SMS',
      address: 'Address',
      clock: 'Clock',
      disk: 'Disk',
      alerts: 'Alerts',
    },
    states: { ok: 'ok', note: 'note', wrong: 'WRONG' },
    findings: {
      'database-ok': ({ version, embedded, megabytes }) => ({
        says: `PostgreSQL ${version}${embedded ? ', embedded' : ''}, ${megabytes} MB.`,
      }),
      'database-old': ({ version }) => ({
        says: `PostgreSQL ${version} is too old.`,
        todo: 'PostgreSQL 15 or newer is needed.',
      }),
      'database-unsafe': ({ setting }) => ({
        says: `${setting} is off: after a crash of the machine sold codes may be sold again.`,
        todo: `Turn ${setting} on at the database server.`,
      }),
      'key-opens': ({ fingerprint }) => ({ says: `The key fits; its fingerprint is ${fingerprint}.` }),
      'key-not-kept': () => ({
        says: 'Nobody has confirmed that a copy of the key is kept elsewhere. Without the key every code is lost.',
        todo: 'Print the sheet: facevalue setup key-sheet key.html. Then type the key from it: facevalue setup key-test.',
      }),
      'key-kept': ({ at }) => ({ says: `The copy on paper was checked at ${at}, Moscow time.` }),
      'mail-out-ok': ({ host, encrypted }) => ({
        says: `${host} takes our letters${encrypted ? ', over an encrypted connection' : ''}.`,
      }),
      'mail-out-unset': () => ({
        says: 'No mail server is set: no letter is sent.',
        todo: 'Set FACEVALUE_SMTP_URL and FACEVALUE_MAIL_FROM (docs/mail.md).',
      }),
      'mail-out-failed': ({ host, details }) => ({
        says: `${host} takes no letters: ${details}.`,
        todo: 'Check address, name and password in FACEVALUE_SMTP_URL; then facevalue mail try YOUR-ADDRESS.',
      }),
      'sender-example': ({ from }) => ({
        says: `The sender ${from} is an example.`,
        todo: 'Set FACEVALUE_MAIL_FROM with an address of your domain.',
      }),
      'mail-unsigned': () => ({
        says: 'Letters are not signed (DKIM): some mail services put them into spam.',
        todo: 'Set FACEVALUE_DKIM_DOMAIN, FACEVALUE_DKIM_SELECTOR and FACEVALUE_DKIM_KEY_FILE (docs/mail.md).',
      }),
      'mail-in-ok': ({ mailbox }) => ({ says: `${mailboxes.en[mailbox]} can be read.` }),
      'mail-in-unset': ({ mailbox }) => ({
        says: `${mailboxes.en[mailbox]} is not set.`,
        todo:
          mailbox === 'codes'
            ? 'If suppliers will send codes and answers by mail, set FACEVALUE_IMAP_URL.'
            : 'To learn of letters that did not arrive, set FACEVALUE_BOUNCE_ADDRESS and FACEVALUE_BOUNCE_IMAP_URL.',
      }),
      'mail-in-failed': ({ mailbox, why }) => ({
        says: `${mailboxes.en[mailbox]} can't be read: ${{ 'sign-in': 'name or password are wrong', 'no-folder': 'it has no such folder', 'not-reached': 'the server does not answer' }[why]}.`,
        todo: `Check ${mailboxSettings[mailbox]}.`,
      }),
      'sms-set': ({ provider }) => ({
        says: `The provider ${provider} is set and can be reached.`,
        todo: 'Whether a text arrives, facevalue sms try PHONE shows.',
      }),
      'sms-unset': () => ({
        says: 'No SMS provider is set: no text is sent.',
        todo: 'If you need them, set FACEVALUE_SMS_PRIMARY (docs/sms.md).',
      }),
      'sms-failed': ({ provider }) => ({
        says: `The provider ${provider} does not answer.`,
        todo: 'Check address and port in FACEVALUE_SMS_PRIMARY and FACEVALUE_SMS_FALLBACK.',
      }),
      'address-ok': ({ address }) => ({ says: `${address} leads to this installation.` }),
      'address-here': ({ address }) => ({
        says: `${address} opens on this machine only.`,
        todo: 'So that links open for recipients, set FACEVALUE_BASE_URL with https://, and a proxy before the platform.',
      }),
      'address-silent': ({ address, details }) => ({
        says: `${address} does not answer (${details}).`,
        todo: 'Start facevalue serve and the proxy, and check again.',
      }),
      'address-other': ({ address }) => ({
        says: `Another server answers at ${address}.`,
        todo: 'Lead the address to this installation, or correct FACEVALUE_BASE_URL.',
      }),
      'certificate-ends': ({ days }) => ({
        says: `The certificate for https ends in ${days} days.`,
        todo: 'Renew it; best let it renew itself.',
      }),
      'clock-ok': ({ ms }) => ({ says: `The clock differs from the database by ${ms} ms.` }),
      'clock-wrong': ({ ms }) => ({
        says: `The clock of this machine differs from the database by ${ms} ms.`,
        todo: 'Turn time synchronisation (NTP) on at both machines.',
      }),
      'disk-ok': ({ gigabytes }) => ({ says: `${gigabytes} GB are free.` }),
      'disk-low': ({ gigabytes }) => ({
        says: `Only ${gigabytes} GB are free.`,
        todo: 'Make space: with a full disk the database stops.',
      }),
      'disk-elsewhere': () => ({
        says: 'The database has a server of its own: watch its disk there.',
      }),
      'alerts-ok': ({ address }) => ({ says: `Failures are reported to ${address}.` }),
      'alerts-unset': () => ({
        says: 'Failures are reported to nobody.',
        todo: 'Set FACEVALUE_OPERATOR_MAIL.',
      }),
    },
  },
};

export function tellFinding(finding: Finding, language: Language): Told {
  const tell = setupCheckLabels[language].findings[finding.is] as (values: Finding) => Told;
  return tell(finding);
}
