import { digestLabels } from '../../src/messaging/letters/digest/labels.ts';
import type { TestWorld } from '../support/test-world.ts';

export const operator = 'operator@facevalue.example';
export const shopMail = 'it@shop.example';
export const settings = { FACEVALUE_OPERATOR_MAIL: operator };

/** Sent digests: recipient and subject. */
export const told = ({ mail }: TestWorld): string[] =>
  mail.letters
    .filter(({ subject }) => topics.some((topic) => subject?.includes(topic)))
    .map(({ to, subject }) => `${[to].flat()[0]?.text}: ${subject}`)
    .toSorted();

const topics = (['ru', 'en'] as const).flatMap((language) =>
  Object.values(digestLabels[language].topics).map(({ title }) => title),
);

export async function minutes(world: TestWorld, count: number): Promise<void> {
  world.clock.forward(`${count} min`);
  await world.settle();
}
