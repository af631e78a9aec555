/** What is read before a bulk order is cancelled. */
import { formatCount } from '../../platform/text/formats.ts';
import type { Place } from './key-questions.ts';
import type { Question } from './question.ts';

const labels = {
  ru: {
    title: (id: string) => `Отменить массовый заказ ${id}?`,
    client: 'Клиент',
    file: 'Файл',
    lines: 'Строк всего',
    text: 'Строки, которые ещё не заказаны, заказаны не будут, файл удалится. Уже заказанное останется заказанным.',
    act: 'Отменить заказ',
  },
  en: {
    title: (id: string) => `Cancel bulk order ${id}?`,
    client: 'Client',
    file: 'File',
    lines: 'Lines in all',
    text: 'Lines that are not ordered yet never will be, and the file is deleted. What is ordered stays ordered.',
    act: 'Cancel the order',
  },
};

interface Bulk {
  bulkId: number;
  name: string;
  lines: number;
  state: string;
}

/** Null: it has ended. How far it has come is not told: it goes on meanwhile. */
export function bulkQuestion(bulk: Bulk, { name, back, language }: Place): Question | null {
  if (bulk.state === 'done' || bulk.state === 'cancelled') return null;
  const texts = labels[language];
  return {
    title: texts.title(String(bulk.bulkId)),
    facts: [
      name === null ? null : [texts.client, name],
      bulk.name === '' ? null : [texts.file, bulk.name],
      [texts.lines, formatCount(bulk.lines, language)],
    ],
    text: texts.text,
    act: texts.act,
    back,
  };
}
