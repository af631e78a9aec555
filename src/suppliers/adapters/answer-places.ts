import type { AnswerPlaces } from './adapter.ts';

/** The field names of the sample contract; any kind of API may use them, whatever its settings say. */
export const samplePlaces: AnswerPlaces = {
  codes: ['code'],
  pins: ['pin'],
  faces: ['denomination'],
  requestIds: ['request_id'],
  dates: ['expire_at'],
};

interface AnswerPaths {
  code: string;
  pin?: string | undefined;
  requestId?: string | undefined;
  face?: string | undefined;
  expiresAt?: string | undefined;
}

export function placesOf(answer: AnswerPaths): AnswerPlaces {
  return {
    codes: [...samplePlaces.codes, ...lastName(answer.code)],
    pins: [...samplePlaces.pins, ...lastName(answer.pin)],
    faces: [...samplePlaces.faces, ...lastName(answer.face)],
    requestIds: [...samplePlaces.requestIds, ...lastName(answer.requestId)],
    dates: [...samplePlaces.dates, ...lastName(answer.expiresAt)],
  };
}

/** The last name of a path; elements of lists have no name. */
function lastName(path: string | undefined): string[] {
  const name = path?.split('.').findLast((step) => !/^\d+$/.test(step));
  return name === undefined ? [] : [name.toLowerCase()];
}
