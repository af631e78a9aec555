/** What every question before an act says. */
import type { Language } from '../../platform/text/language.ts';

interface ConfirmLabels {
  forever: string;
  back: string;
  changed: string;
  notAgain: string;
}

export const confirmLabels: Record<Language, ConfirmLabels> = {
  ru: {
    forever: 'Отменить это будет нельзя.',
    back: 'Не делать',
    changed: 'Пока вы смотрели, что-то изменилось. Проверьте ещё раз.',
    notAgain: 'Это нажатие не засчитано: либо всё уже сделано, либо вопрос ждал ответа дольше 15 минут.',
  },
  en: {
    forever: 'This cannot be undone.',
    back: 'Do not do it',
    changed: 'Something changed while you looked. Please check again.',
    notAgain:
      'That press was not counted: either it is done already, or the question waited for more than 15 minutes.',
  },
};
