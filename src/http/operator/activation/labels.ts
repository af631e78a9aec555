/** What `/o/activation` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Письма об активации',
  lead: 'Что поставщики ещё не активировали. Строки подтверждают по их слову, например после звонка; письмо можно отправить ещё раз.',
  empty:
    'Все письма подтверждены. Они уходят по расписанию поставщиков, чьи проданные коды активируются письмом.',
  letter: 'Письмо',
  one: (id: number) => `Письмо № ${id}`,
  supplier: 'Поставщик',
  made: 'Составлено',
  reminders: 'Напоминаний',
  mails: 'Отправлено, не ушло',
  unclear: 'Неясных ответов',
  confirmed: 'подтверждена',
  withdrawn: 'отозвана',
  waits: 'ждёт',
  again: 'Отправить письмо ещё раз',
  'sent-again': 'Письмо уйдёт ещё раз, с новой ссылкой.',
  answered: 'Письмо уже подтверждено целиком.',
  expires: 'Ссылка действует до',
};

const en: typeof ru = {
  title: 'Activation letters',
  lead: 'What suppliers have not activated yet. Rows are confirmed on their word, for example after a call; a letter can be sent again.',
  empty:
    'All letters are confirmed. They go out on the schedule of suppliers whose sold codes are activated by letter.',
  letter: 'Letter',
  one: (id) => `Letter ${id}`,
  supplier: 'Supplier',
  made: 'Created',
  reminders: 'Reminders',
  mails: 'Sent, failed',
  unclear: 'Unclear replies',
  confirmed: 'confirmed',
  withdrawn: 'withdrawn',
  waits: 'waits',
  again: 'Send the letter again',
  'sent-again': 'The letter goes out again, with a new link.',
  answered: 'The whole letter is confirmed already.',
  expires: 'The link is valid until',
};

export const activationLabels: Record<Language, typeof ru> = { ru, en };
