import { questionIn } from './say-yes.ts';
import type { TestPerson } from './people-world.ts';
import type { TestWorld } from './test-world.ts';

/** The answer to a page or a form, as a browser of the person gets it; redirections are not followed. */
/** Also says yes where that is asked. */
export async function callAs(
  world: TestWorld,
  person: Pick<TestPerson, 'cookie'>,
  path: string,
  fields?: Record<string, string> | FormData,
): ReturnType<typeof callOnce> {
  const answer = await callOnce(world, person, path, fields);
  const question = fields === undefined || answer.status !== 200 ? null : questionIn(answer.body);
  return question === null ? answer : callOnce(world, person, question.action, question.fields);
}

async function callOnce(
  world: TestWorld,
  { cookie }: Pick<TestPerson, 'cookie'>,
  path: string,
  fields?: Record<string, string> | FormData,
) {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    redirect: 'manual',
    headers: {
      cookie: `facevalue-session=${cookie}`,
      accept: 'text/html',
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
    },
    ...(fields === undefined
      ? {}
      : { method: 'POST', body: fields instanceof FormData ? fields : new URLSearchParams(fields) }),
  });
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    body: (await answer.text()).replaceAll('\u00a0', ' '),
  };
}
