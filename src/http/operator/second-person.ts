/** Acts of the operator's pages that one person alone may not do while four eyes are on. */
import { onceGiven } from '../../acts/guarded/given-acts.ts';
import { notAskedText } from '../../acts/guarded/not-asked-text.ts';
import { readFourEyes } from '../../people/approvals/four-eyes.ts';
import type { Language } from '../../platform/text/language.ts';
import type { ActEnd, Pages } from '../../web/shell/pages.ts';
import type { OperatorCall, OperatorContext, OperatorPages, SecondPerson } from './operator.ts';

type Given = Exclude<SecondPerson, string | { alone: string }>;

/** The same pages; an act that says so is done when somebody else has allowed what it tells. */
export const withSecondPerson = (pages: Pages<OperatorContext>): OperatorPages => ({
  page: (definition) => pages.page(definition),
  letter: (definition) => pages.letter(definition),
  part: (definition) => pages.part(definition),
  act(definition) {
    if (definition.leadsTo === 'nothing') return pages.act(definition);
    const { secondPerson, act, ...rest } = definition;
    if (typeof secondPerson === 'string' || 'alone' in secondPerson) return pages.act({ ...rest, act });
    pages.act({ ...rest, act: (call) => onceAllowed(call, secondPerson, act) });
  },
});

async function onceAllowed(
  call: OperatorCall,
  { act, tells }: Given,
  run: (call: OperatorCall) => Promise<ActEnd>,
): Promise<ActEnd> {
  const { ctx, principal, now, language, path, form } = call;
  const rule = await readFourEyes(ctx.db);
  const facts = rule.on ? await tells(call, rule) : null;
  if (facts === null) return run(call);
  const sent = `${path}?${form.toString()}`;
  const outcome = await onceGiven(ctx, principal, act, { facts, sent }, now);
  if (outcome.is === 'given') {
    const end = await run(call);
    if (!isDone(end)) await outcome.giveBack();
    return end;
  }
  const to = '/o/approvals';
  return outcome.is === 'waits'
    ? { is: 'done', to: `${to}/${outcome.approvalId}`, flash: { kind: 'note', text: texts[language] } }
    : { is: 'done', to, flash: { kind: 'no', text: notAskedText(outcome.why, language) } };
}

const isDone = (end: ActEnd): boolean =>
  end.is === 'shown' || end.is === 'file' || (end.is === 'done' && end.flash?.kind !== 'no');

const texts: Record<Language, string> = {
  ru: 'Ничего ещё не сделано: нужен второй человек. Когда он разрешит, сделайте то же самое ещё раз в течение суток.',
  en: 'Nothing is done yet: a second person has to allow it. When they have, do the same again within a day.',
};
