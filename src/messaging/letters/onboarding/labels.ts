/** What letters about a supplier's onboarding say. */
import type { Language } from '../../../platform/text/language.ts';

interface OnboardingLetterLabels {
  subject: (step: string) => string;
  turn: string;
  open: string;
  live: (supplier: string) => string;
  liveHint: string;
  foot: string;
}

export const onboardingLetterLabels: Record<Language, OnboardingLetterLabels> = {
  ru: {
    subject: (step) => `Ваша очередь: ${step.toLowerCase()}`,
    turn: 'Подключение поставщика ждёт вас.',
    open: 'Открыть шаги',
    live: (supplier) => `${supplier}: продажи открыты`,
    liveHint: 'Все шаги пройдены. Если настройка изменится, её шаг откроется снова, и мы напишем.',
    foot: 'Мы пишем, когда очередь переходит к вам.',
  },
  en: {
    subject: (step) => `Your turn: ${step.toLowerCase()}`,
    turn: 'The onboarding of a supplier waits for you.',
    open: 'Open the steps',
    live: (supplier) => `${supplier}: live`,
    liveHint: 'All steps are done. If a setting changes, its step opens again, and we write.',
    foot: 'We write when it becomes your turn.',
  },
};
