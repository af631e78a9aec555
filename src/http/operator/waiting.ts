/** What a second person has to decide of a change; null: nothing. */
import type { NotYet } from '../../people/approvals/hold-back.ts';
import { notAskedText } from '../../acts/guarded/not-asked-text.ts';
import type { Language } from '../../platform/text/language.ts';

const labels = {
  ru: (ids: string) => `Решает второй человек. Ждёт решения: ${ids}.`,
  en: (ids: string) => `A second person decides. Waiting for a decision: ${ids}.`,
} satisfies Record<Language, (ids: string) => string>;

export function waitingText(waiting: readonly NotYet[], language: Language): string | null {
  if (waiting.length === 0) return null;
  return labels[language](
    waiting
      .map((one) => (one.is === 'waits' ? `№ ${one.approvalId}` : notAskedText(one.why, language)))
      .join(', '),
  );
}
