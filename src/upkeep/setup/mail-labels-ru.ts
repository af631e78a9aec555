/** What the checks say of mail, in Russian. */
import { detailsInRussian } from './details-ru.ts';
import { mailboxSettings, type MailCheckLabels } from './finding-text.ts';

const mailboxes = { codes: 'Ящик для кодов и ответов поставщиков', bounces: 'Ящик для возвратов' } as const;

export const russianMailLabels: MailCheckLabels = {
  'mail-out-ok': ({ host, encrypted }) => ({
    says: `${host} принимает наши письма${encrypted ? ', соединение зашифровано' : ''}.`,
  }),
  'mail-out-unset': () => ({
    says: 'Почтовый сервер не задан: письма не отправляются.',
    todo: 'Задайте FACEVALUE_SMTP_URL и FACEVALUE_MAIL_FROM (docs/ru/mail.md).',
  }),
  'mail-out-failed': ({ host, details }) => ({
    says: `${host} не принимает писем: ${detailsInRussian(details)}.`,
    todo: 'Проверьте адрес, имя и пароль в FACEVALUE_SMTP_URL; затем facevalue mail try ваш-адрес.',
  }),
  'sender-example': ({ from }) => ({
    says: `Отправитель ${from} — пример.`,
    todo: 'Задайте FACEVALUE_MAIL_FROM с адресом вашего домена.',
  }),
  'mail-unsigned': () => ({
    says: 'Письма не подписаны (DKIM): часть почтовых служб положит их в спам.',
    todo: 'Задайте FACEVALUE_DKIM_DOMAIN, FACEVALUE_DKIM_SELECTOR и FACEVALUE_DKIM_KEY_FILE (docs/ru/mail.md).',
  }),
  'mail-in-ok': ({ mailbox }) => ({ says: `${mailboxes[mailbox]} читается.` }),
  'mail-in-cleared': ({ folder, days }) => ({
    says: `Письма, коды из которых загружены или отклонены, переносятся в папку ${folder} и удаляются через ${days} дн. после прихода.`,
  }),
  'mail-in-left': ({ count, days }) => ({
    says: `Писем поставщиков, которые ждут человека дольше ${days} дн.: ${count}. В них могут быть коды открытым текстом.`,
    todo: 'Загрузите или отклоните черновики, разберите ответы (facevalue draft list --refused) и удалите эти письма из ящика.',
  }),
  'mail-in-unset': ({ mailbox }) => ({
    says: `${mailboxes[mailbox]} не задан.`,
    todo:
      mailbox === 'codes'
        ? 'Если поставщики будут присылать коды и ответы письмом, задайте FACEVALUE_IMAP_URL.'
        : 'Чтобы знать о недоставленных письмах, задайте FACEVALUE_BOUNCE_ADDRESS и FACEVALUE_BOUNCE_IMAP_URL.',
  }),
  'mail-in-failed': ({ mailbox, why }) => ({
    says: `${mailboxes[mailbox]} не читается: ${{ 'sign-in': 'имя или пароль не подходят', 'no-folder': 'в нём нет такой папки', 'not-reached': 'сервер не отвечает' }[why]}.`,
    todo: `Проверьте ${mailboxSettings[mailbox]}.`,
  }),
};
