/** What letters about a supplier's onboarding say. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  subject: (step: string) => `Ваша очередь: ${step.toLowerCase()}`,
  turn: 'Подключение поставщика ждёт вас.',
  open: 'Открыть шаги',
  live: (supplier: string) => `${supplier}: продажи открыты`,
  liveHint: 'Все шаги пройдены. Если настройка изменится, её шаг откроется снова, и мы напишем.',
  foot: 'Мы пишем, когда очередь переходит к вам.',
};

export const onboardingLetterLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    subject: (step) => `Your turn: ${step.toLowerCase()}`,
    turn: 'The onboarding of a supplier waits for you.',
    open: 'Open the steps',
    live: (supplier) => `${supplier}: live`,
    liveHint: 'All steps are done. If a setting changes, its step opens again, and we write.',
    foot: 'We will write when it is your turn.',
  },
};
