/** Lists what is wrong with settings of an adapter: a line each, with the path of the setting. */
import type { z } from 'zod';

export const wrongSettings = (error: z.ZodError): string[] =>
  error.issues.flatMap((issue) => {
    const at = (...more: string[]): string => [...issue.path, ...more].map(String).join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${at(key)}: there is no such setting`);
    const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return `${at()}: ${isMissing ? 'it is missing' : issue.message}`;
  });
