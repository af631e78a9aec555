import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { sha256Hex } from '../../platform/secrets/sha256.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { supplierParty } from './onboarding-side.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import {
  problemsOf,
  questionNames,
  type AnswerProblem,
  type Answers,
  type QuestionName,
} from './questionnaire-fields.ts';

/** Names the answers as they are: what is agreed to is agreed to in these words. */
export const answersSubject = (answers: Answers): string =>
  sha256Hex(Buffer.from(JSON.stringify(questionNames.map((name) => [name, answers[name] ?? '']))));

export type AnswersSaved =
  | { is: 'saved' | 'submitted' | 'missing' }
  | { is: 'wrong'; problems: Partial<Record<QuestionName, AnswerProblem>> };

/** Keeps the answers as typed; `submit`: they are complete and go to the operator. */
export async function saveAnswers(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: { supplierId: number; answers: Answers; submit: boolean },
  now: Date,
): Promise<AnswersSaved> {
  const { supplierId, submit } = ask;
  const party = supplierParty(supplierId);
  if (!may(principal, 'templates.change', party)) return { is: 'missing' };
  const answers = Object.fromEntries(
    questionNames.map((name) => [name, (ask.answers[name] ?? '').trim().replaceAll('\r\n', '\n')]),
  );
  const problems = problemsOf(answers, { whole: submit });
  if (Object.keys(problems).length > 0) {
    // Nothing typed is lost because something else is missing.
    const keeps = submit && Object.keys(problemsOf(answers, { whole: false })).length === 0;
    if (keeps) await saveAnswers(db, keyring, principal, { ...ask, submit: false }, now);
    return { is: 'wrong', problems };
  }
  return atomically<AnswersSaved>(db, async (tx) => {
    const by = actorOf(principal);
    const { rowCount } = await tx.query(
      `insert into questionnaires as kept (supplier_id, answers, saved_at, saved_by, submitted_at)
       select supplier_id, $2, $3, $4, case when $5 then $3::timestamptz end
       from supplier_onboardings where supplier_id = $1
       on conflict (supplier_id) do update set answers = excluded.answers, saved_at = excluded.saved_at,
         saved_by = excluded.saved_by,
         submitted_at = case when $5 then excluded.saved_at
           when kept.answers = excluded.answers then kept.submitted_at end`,
      [supplierId, JSON.stringify(answers), now, by.actorName, submit],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const act = submit ? 'onboarding.answers-submitted' : 'onboarding.answers-saved';
    await recordAct(tx, keyring, { party, by, act, about: 'questionnaire' }, now);
    return { is: submit ? 'submitted' : 'saved' };
  });
}
