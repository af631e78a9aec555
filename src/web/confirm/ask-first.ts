/** Lets a form through once its sender has confirmed what it will do. */
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { keepForm, takeKeptForm } from '../../people/sessions/kept-forms.ts';
import type { Html } from '../../platform/text/html.ts';
import { formOf } from '../forms.ts';
import { addressOf, languageOf } from '../request-language.ts';
import { nextPath, sessionIn } from '../signed-in.ts';
import { fingerprint, questionView, type Question } from './question.ts';

/** Beside the fields of a kept form: what its question said. */
const saidField = 'said-of-it';

export type Answered =
  /** Agreed to, or nothing is to be asked: the form as it was sent first. */
  | { is: 'go'; form: URLSearchParams }
  | { is: 'ask'; title: string; main: Html; back: string }
  /** It was agreed to before, or too long ago. */
  | { is: 'not-again'; to: string };

/**
 * The first time a form comes it is kept and its question shown; the answer takes what was kept, so that of two presses one
 * acts. A question that says something else by then is asked again. Null as question: what is sent leads nowhere, or is refused.
 */
export async function askFirst(
  ctx: Pick<Context, 'db' | 'keyring' | 'clock'>,
  request: FastifyRequest,
  asks: (form: URLSearchParams) => Promise<Question | null>,
): Promise<Answered> {
  const { db, keyring, clock } = ctx;
  const session = sessionIn(request);
  const language = languageOf(request, session.language);
  const sent = formOf(request);
  // Whoever belongs nowhere has nothing that others need.
  if (session.membership === null) return { is: 'go', form: sent };
  const answer = sent.get('confirmed');
  let [form, said]: [URLSearchParams, string | null] = [sent, null];
  if (answer !== null) {
    const kept = await takeKeptForm(db, keyring, session, { id: answer, path: request.url }, clock.now());
    const [path, query] = (sent.get('back') ?? '').split('?', 2);
    const to = addressOf(nextPath(path, '/home'), Object.fromEntries(new URLSearchParams(query)));
    if (kept === null) return { is: 'not-again', to };
    form = new URLSearchParams(kept.fields);
    said = form.get(saidField) ?? '';
    form.delete(saidField);
  }
  const question = await asks(form);
  if (question === null || said === fingerprint(question)) return { is: 'go', form };
  const action = request.url;
  const fields: [string, string][] = [...form, [saidField, fingerprint(question)]];
  const keptId = await keepForm(db, keyring, session, { path: action, fields }, clock.now());
  const asked = { question, keptId, action, isChanged: said !== null };
  const { title, back } = question;
  return { is: 'ask', title, main: questionView(asked, language), back };
}
