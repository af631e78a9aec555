/** What the pages of setting up a second factor say. */
import type { Language } from '../../platform/text/language.ts';
import { setupLinkMinutes } from '../../people/first-operator/setup-link.ts';

const ru = {
  title: 'Первый оператор',
  lead: 'У платформы ещё нет администратора. По ссылке команды facevalue setup им станете вы.',
  token: 'Код из ссылки',
  tokenHint: 'Всё, что в ссылке стоит после знака #.',
  create: 'Стать администратором',
  notOpen: `Ссылка не действует: она годится один раз и ${setupLinkMinutes} минут, и только последняя. Выполните facevalue setup ещё раз.`,
  otherEmail: 'Ссылка сделана для другого адреса.',
  knownEmail: 'С этим адресом уже входят на платформу. Укажите другой.',
  badEmail: 'Это не адрес электронной почты.',
};

export const setupLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'The first operator',
    lead: 'This platform has no administrator yet. The link of facevalue setup makes you one.',
    token: 'Code from the link',
    tokenHint: 'Everything in the link after the sign #.',
    create: 'Become the administrator',
    notOpen: `This link is not valid: each works once, for ${setupLinkMinutes} minutes, and only the last one. Run facevalue setup again.`,
    otherEmail: 'The link was made for another address.',
    knownEmail: 'Somebody signs in under this address already. Choose another one.',
    badEmail: 'This is not an e-mail address.',
  },
};
