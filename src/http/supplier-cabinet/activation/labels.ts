/** What `/s/activation` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Активация',
  lead: 'Проданные коды, которые нужно активировать у себя. Подтверждённые строки сразу становятся действительными, и получатели могут ими платить.',
  empty: 'Подтверждать нечего. Списки появляются здесь и приходят письмом.',
  notByLetter:
    'Подтверждать нечего: ни у одного вашего продукта коды не активируются по письму. Схему активации меняет оператор.',
  letter: 'Список',
  made: 'Составлен',
  waits: 'ждёт вас',
  done: 'готов',
  one: (letterId: number) => `Список № ${letterId}`,
  oneLead: 'Активируйте коды в своей системе, затем подтвердите все строки или отмеченные.',
  back: 'Все списки',
  confirmed: 'подтверждено',
  withdrawn: 'отозван, активировать не нужно',
};

export const activationLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    title: 'Activation',
    lead: 'Sold codes that have to be activated on your side. Confirmed rows become valid at once, and recipients can pay with them.',
    empty: 'There is nothing to confirm. Lists appear here and come by letter.',
    notByLetter:
      'There is nothing to confirm: none of your products has codes that are activated by letter. The operator changes how codes are activated.',
    letter: 'List',
    made: 'Created',
    waits: 'waits for you',
    done: 'done',
    one: (letterId) => `List ${letterId}`,
    oneLead: 'Activate the codes in your own system, then confirm all rows or the ticked ones.',
    back: 'All lists',
    confirmed: 'confirmed',
    withdrawn: 'withdrawn, nothing to activate',
  },
};
