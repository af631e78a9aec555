/** What mail servers, the network, files and keys were found to have, in Russian; the checks quote it in English. */
import { problemText } from '../../reports/call-texts.ts';

const russian: Record<string, string> = {
  'its file system does not answer': 'файловая система не отвечает',
  'it is no heartbeat': 'это не пульс',
  'DATABASE_URL is not set': 'не задан DATABASE_URL',
  'FACEVALUE_MASTER_KEY is not set': 'Не задан FACEVALUE_MASTER_KEY',
};

/** What has no words of ours, such as an answer of PostgreSQL, stays as it came. */
export const detailsInRussian = (details: string): string => russian[details] ?? problemText(details, 'ru');
