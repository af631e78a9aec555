import type { Language } from '../../../platform/text/language.ts';

interface WorkLabels {
  title: string;
  approvals: string;
  nothing: string;
  until: string;
}

export const workLabels: Record<Language, WorkLabels> = {
  ru: {
    title: 'Что ждёт',
    approvals: 'Ждут решения второго человека',
    nothing: 'Ничего не ждёт: всё идёт само.',
    until: 'до',
  },
  en: {
    title: 'What waits',
    approvals: 'Wait for a second person',
    nothing: 'Nothing waits: everything runs by itself.',
    until: 'until',
  },
};
