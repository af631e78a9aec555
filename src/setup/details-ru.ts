/** What mail servers, the network, files and keys were found to have, in Russian; the checks quote it in English. */
import { callDetails } from '../reports/call-texts.ts';

const russian: Record<string, string> = {
  'mail server not reached': 'почтовый сервер недоступен',
  'mail server timed out': 'почтовый сервер не ответил в срок',
  'mail server failed': 'сбой почтового сервера',
  'sign-in to the mail server failed': 'имя или пароль не подходят',
  'not an e-mail address': 'неверный адрес почты',
  'its file system does not answer': 'файловая система не отвечает',
  'it is no heartbeat': 'это не пульс',
  'DATABASE_URL is not set': 'не задан DATABASE_URL',
  'FACEVALUE_MASTER_KEY is not set': 'Не задан FACEVALUE_MASTER_KEY',
};

/** What has no words of ours, such as an answer of PostgreSQL, stays as it came. */
export const detailsInRussian = (details: string): string => russian[details] ?? callDetails(details, 'ru');
