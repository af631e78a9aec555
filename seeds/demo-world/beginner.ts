/** A client that has not sold anything yet. */
export const beginner = { name: 'Книжная лавка «Закладка»', uuidRequired: true, postOnly: true };

export const beginnersContract = {
  legalName: 'ООО «Закладка» (вымышленное)',
  taxId: '7700000000',
  address: '101000, Москва, Переплётный переулок, 7',
  contactName: 'Софья Страницына',
  contactPhone: '+7 495 000-00-00',
  contactMail: 'docs@zakladka.example',
};
