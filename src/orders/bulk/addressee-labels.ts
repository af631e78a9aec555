/** What both sides say of lines that go to nobody, or twice to the same person. */
import type { Language } from '../../platform/text/language.ts';

const ru = {
  linkOnly: (lines: string) =>
    `Строк без адреса: ${lines}. По ним ничего не отправится, будет только ссылка.`,
  linkOnlyMeant: 'Да, для строк без адреса нужна только ссылка',
  linkOnlyNeeded: 'Есть строки без адреса. Отметьте, что для них нужна только ссылка, или исправьте таблицу.',
  repeated: (lines: string) =>
    `Строк, где тому же человеку заказан тот же продукт того же номинала: ${lines}.`,
};

export const addresseeLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    linkOnly: (lines) =>
      lines === '1'
        ? '1 line has no address: link only. Nothing is sent for it.'
        : `${lines} lines have no address: link only. Nothing is sent for them.`,
    linkOnlyMeant: 'Yes, lines without an address need only a link',
    linkOnlyNeeded: 'Some lines have no address. Say that they need only a link, or correct the sheet.',
    repeated: (lines) => `Lines that order the same product and face for the same person: ${lines}.`,
  },
};
