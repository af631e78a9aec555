/** Letters, texts and callbacks that were ticked on `/o/work/…` are sent again, after a look at which. */
import { resendLabels } from '../../../reports/order-story/resend/labels.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import type { Language } from '../../../platform/text/language.ts';
import { itemOf, type WaitingItem } from '../../../reports/what-waits/read-waiting.ts';
import type { WaitingKind } from '../../../reports/what-waits/waiting-kinds.ts';
import type { Question } from '../../../web/confirm/question.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { sendItemsAgain, type SentAgain } from '../../../acts/work-items/send-again.ts';
import type { OperatorCall } from '../operator.ts';
import { itemLabels } from './item-labels.ts';
import { workLabels } from './labels.ts';

/** More are told by their number. */
const mostNamed = 30;

const namesOf = (names: readonly string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ');

/** Null: none of what was ticked waits any more. */
export function againQuestion(
  kind: WaitingKind,
  items: readonly WaitingItem[],
  { language }: OperatorCall,
): Question | null {
  if (items.length === 0) return null;
  const labels = itemLabels[language];
  const count = formatCount(items.length, language);
  return {
    title: labels.againTitle(count),
    facts: [
      [labels.what, workLabels[language].kinds[kind]],
      [labels.clients, namesOf([...new Set(items.map(({ name }) => name))])],
      [labels.orders, namesOf(items.map((item) => String(itemOf(item))))],
    ],
    text: kind === 'letters' ? labels.againLetters : labels.againCallbacks,
    act: labels.againAct(count),
    back: `/o/work/${kind}`,
  };
}

export async function sendTickedAgain(
  kind: WaitingKind,
  items: readonly WaitingItem[],
  { ctx, principal, language }: OperatorCall,
): Promise<ActEnd> {
  const keys = items.map((item) => ({ clientId: item.clientId ?? 0, requestId: itemOf(item) }));
  const outcome = await sendItemsAgain(ctx, principal, kind, keys);
  const text = outcomeText(outcome, language);
  return {
    is: 'done',
    to: `/o/work/${kind}`,
    flash: { kind: outcome.notSent.length > 0 ? 'note' : 'yes', text },
  };
}

function outcomeText({ sent, notSent }: SentAgain, language: Language): string {
  const labels = itemLabels[language];
  const { refusals, tooSoon } = resendLabels[language];
  const reason = ({ why }: SentAgain['notSent'][number]): string =>
    why.is === 'missing' || why.is === 'step-up'
      ? labels.waitsNoMore
      : why.is === 'too-soon'
        ? tooSoon(why.waitSeconds)
        : refusals[why.is];
  const lines = notSent.slice(0, 5).map((one) => `${one.requestId}: ${reason(one)}`);
  return [labels.sentAgain(formatCount(sent, language)), ...lines, ...(notSent.length > 5 ? ['…'] : [])].join(
    ' ',
  );
}
