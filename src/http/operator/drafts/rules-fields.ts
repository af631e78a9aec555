/** The fields that say how a file of codes is read, part by part. */
import type { Language } from '../../../platform/text/language.ts';
import { choice, flag, line, parsed } from '../../../web/form/kinds.ts';
import { readKopecks } from '../read-kopecks.ts';

const most = 100;
const text = line({ most });
const plain = flag('plain');

export const rulesParts = {
  rows: {
    faceKopecks: parsed({
      name: 'face',
      most,
      parse: (typed) => (typed === '' ? null : (readKopecks(typed) ?? undefined)),
      write: (kopecks: number | null) => (kopecks === null ? '' : String(kopecks / 100)),
    }),
    skipWrong: flag(),
    asGiven: flag(),
    skipDuplicates: flag(),
    anyFace: flag('addFaces'),
  },
  sender: { acceptUnauthenticated: flag('acceptSender') },
  activity: { activity: choice(['by-row', 'all-active', 'all-inactive']) },
  hidden: { hidden: choice(['ask', 'read', 'skip']) },
  columns: { number: text, pin: text, face: line({ name: 'faceColumn', most }), expiry: text },
  layout: {
    sheet: text,
    everySheet: flag(),
    hasHeadings: {
      ...plain,
      write: (has: boolean) => (has ? [] : ['yes']),
      read(typed: readonly string[], language: Language) {
        const read = plain.read(typed, language);
        return 'value' in read ? { value: !read.value } : read;
      },
    },
    zerosAreReal: flag(),
  },
};

const { rows, sender, activity, hidden, columns, layout } = rulesParts;
export const rulesFields = { ...rows, ...sender, ...activity, ...hidden, ...columns, ...layout };
