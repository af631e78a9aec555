/** Why an approved act could not be done, as pages say it. */
import { stepLabels } from '../../../acts/onboarding/step-labels.ts';
import { turnLabels } from '../../../acts/onboarding/turn-labels.ts';
import { notDoneText, type NotDone } from '../../../people/approvals/not-done.ts';
import type { Language } from '../../../platform/text/language.ts';

const steps: Record<string, string> = { ...stepLabels.ru.names, ...turnLabels.ru.steps };

/** A step of an onboarding is called as its pages call it. */
export const notDoneView = (reason: NotDone, language: Language): string =>
  reason.is === 'open-step' && language === 'ru'
    ? notDoneText({ is: reason.is, step: steps[reason.step] ?? reason.step }, language)
    : notDoneText(reason, language);
