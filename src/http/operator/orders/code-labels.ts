/** What showing a code says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  show: 'Показать код',
  lead: 'Клиент увидит в своём журнале, кто и зачем смотрел код. Если правило требует, сначала решает второй человек.',
  reason: 'Зачем нужен код',
  reasonHint: 'Останется в журнале; прочтёт тот, кто решает.',
  noReason: 'Назовите причину.',
  closed:
    'Этот код показать нельзя: он ещё не активен, отозван или уже стёрт, так как сертификат давно закончился.',
  notAsked: 'Попросить сейчас нельзя: слишком много решений уже ждёт.',
  asked: 'Второго человека попросили. Когда он разрешит, откройте код на этой же странице.',
  waits: 'Второй человек ещё не решил; просьба ждёт до',
  given: 'Второй человек разрешил. Код покажется один раз; открыть его можно до',
  shown: (id: number) => `Код заказа ${id}`,
  shownLead: 'Показан только сейчас и только вам. Просмотр записан.',
  number: 'Номер',
  pin: 'ПИН',
  link: 'Ссылка получателя',
  back: 'К заказу',
};

export type CodeLabels = typeof ru;

const en: CodeLabels = {
  show: 'Show the code',
  lead: 'The client sees in its audit who looked at the code, and why. Where the rule says so, a second person decides first.',
  reason: 'What the code is needed for',
  reasonHint: 'Stays in the audit, and is read by whoever decides.',
  noReason: 'Name the reason.',
  closed:
    'This code may not be shown: it is not active yet, was taken back, or is no longer kept, as its certificate ended long ago.',
  notAsked: 'It cannot be asked for now: too many decisions are waiting.',
  asked: 'A second person was asked. Once they agree, open the code on this page.',
  waits: 'The second person has not decided yet; the request waits until',
  given: 'The second person agreed. The code is shown once; it can be opened until',
  shown: (id) => `Code of order ${id}`,
  shownLead: 'Shown only now, and only to you. That you looked is on record.',
  number: 'Number',
  pin: 'PIN',
  link: "Recipient's link",
  back: 'To the order',
};

export const codeLabels: Record<Language, CodeLabels> = { ru, en };
