-- The banks and wallets that accounts can belong to, their apps and how a customer pays through each.

create table apps (
  app_id uuid primary key,
  app_name text not null,
  app_package text not null
);

create unique index apps_package_key on apps (lower(app_package));

create table channels (
  channel_id uuid primary key,
  channel_code text not null unique,
  channel_name text not null,
  channel_type text not null check (channel_type in ('TRANSFER', 'QRIS')),
  -- The app whose notifications are expected unless the account names another.
  default_app_id uuid references apps,
  -- An array of {step, title, content} (specification 2.4), in Indonesian.
  channel_instructions json not null,
  check ((channel_type = 'QRIS') = (default_app_id is null))
);

insert into apps (app_id, app_name, app_package) values
  ('4c961f81-54e9-5673-b303-52f92e7d3498', 'BCA mobile', 'com.bca'),
  ('02586346-1d5b-5c5a-a43a-d60b48962238', 'myBCA', 'com.bca.mybca.omni.android'),
  ('479e7e57-42af-5ca0-b91d-fa78b0e2553d', 'BRImo', 'id.co.bri.brimo'),
  ('f5262398-84bd-58ca-a562-52c87a7f80b9', 'BNI Mobile Banking', 'src.com.bni'),
  ('c1679855-2bef-5a30-939f-d9ec175e9d88', 'wondr by BNI', 'id.bni.wondr'),
  ('140b1c36-8c63-589b-a4cf-1eb72e813918', 'Livin'' by Mandiri', 'id.bmri.livin'),
  ('a218c6b2-388c-5609-8492-c1f4b61e51f3', 'BYOND by BSI', 'co.id.bankbsi.superapp'),
  ('f00c0786-9dde-5122-ad5d-38e2dcebef9b', 'BSI Mobile', 'com.bsm.activity2'),
  ('6db62f15-a50e-53c3-88f4-bea88c242430', 'OCTO Mobile', 'id.co.cimbniaga.mobile.android'),
  ('acb122ee-7668-5f31-85d6-360139ba2f6d', 'PermataMobile X', 'net.myinfosys.PermataMobileX'),
  ('90b40424-d896-5051-bd15-1899e4520642', 'Jenius', 'com.btpn.dc'),
  ('500c8210-2bcf-5cf4-a971-6feec429aa74', 'SeaBank', 'id.co.bankbkemobile.digitalbank'),
  ('287e0dc7-921d-5483-b047-dc73591f1564', 'Jago', 'com.jago.digitalBanking'),
  ('65904d4b-48de-5712-b5b1-6fe32c107daa', 'Superbank', 'id.co.bankfama.android'),
  ('7f63295c-6e91-5ed4-8e4e-eda13ea1ddbd', 'blu by BCA Digital', 'com.bcadigital.blu'),
  ('2d1cd869-80cc-5427-80e4-9eff2b9d7f28', 'DANA', 'id.dana'),
  ('a9e6eafe-93c9-5845-a664-001f63d10b40', 'GoPay', 'com.gojek.gopay'),
  ('861dd3e6-1f13-50a1-b92f-bd8cc9035c25', 'OVO', 'ovo.id'),
  ('93a381a4-81e6-52a9-942a-7997f95945e8', 'LinkAja', 'com.telkom.mwallet'),
  ('b54497aa-d33b-5d47-bf59-9f701f310a6e', 'ShopeePay', 'com.shopeepay.id'),
  ('3b8f8237-5bbe-593e-b146-46059fa0691e', 'GoPay Merchant', 'com.gojek.gopaymerchant'),
  ('c6cf7b0f-61c9-54e6-9512-b5faafe147f2', 'GoFood Merchant', 'com.gojek.resto'),
  ('3da1a5f4-ddf1-5a0a-9b52-ec2ebf932de1', 'Shopee Partner', 'com.shopeepay.merchant.id'),
  ('adeb8c35-1457-571c-9522-f7a1589ddba2', 'Merchant BCA', 'com.bca.msb'),
  ('f62453e5-f492-5320-ab71-a2571fc95900', 'BRImerchant', 'id.co.bri.merchant'),
  ('77ec68a4-8fce-5d75-b8dd-dc5888bc5d25', 'Livin'' Merchant', 'id.bmri.livinmerchant'),
  ('fccd2a1d-ef1d-55c8-b354-f1f7419b6874', 'BNI Merchant', 'id.co.bni.merchant'),
  ('1a421dce-1152-5830-af87-7ac1892ebc78', 'InterActive QRIS', 'com.interactive.qrisid');

insert into channels
  (channel_id, channel_code, channel_name, channel_type, default_app_id, channel_instructions)
values
  ('5479355a-9dad-5a11-9103-a29ee9ccb26b', 'BCA', 'BCA', 'TRANSFER', '4c961f81-54e9-5673-b303-52f92e7d3498',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BCA, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('747c142b-ed01-585d-8e53-2c15322415c9', 'BRI', 'BRI', 'TRANSFER', '479e7e57-42af-5ca0-b91d-fa78b0e2553d',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BRI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('85b73fb0-8d17-5bfa-8e85-40923bf94efb', 'BNI', 'BNI', 'TRANSFER', 'c1679855-2bef-5a30-939f-d9ec175e9d88',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BNI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('a70c6064-5fb4-5a29-ad8d-09e8d010e4aa', 'MANDIRI', 'Mandiri', 'TRANSFER', '140b1c36-8c63-589b-a4cf-1eb72e813918',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Mandiri, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e7724010-f731-54d8-b806-07da3b283461', 'BSI', 'BSI', 'TRANSFER', 'a218c6b2-388c-5609-8492-c1f4b61e51f3',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank BSI, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e2554907-780b-5c9e-987f-c45332e84506', 'CIMB', 'CIMB Niaga', 'TRANSFER', '6db62f15-a50e-53c3-88f4-bea88c242430',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank CIMB Niaga, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('867b08b6-55ea-5b92-937a-5cdbe6d8117d', 'PERMATA', 'Permata', 'TRANSFER', 'acb122ee-7668-5f31-85d6-360139ba2f6d',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Permata, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('fe8d0ea1-5f38-5257-ade9-dade750cab12', 'JENIUS', 'Jenius', 'TRANSFER', '90b40424-d896-5051-bd15-1899e4520642',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Jenius, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('aa08bfa7-8005-5da9-a475-1288b50beca4', 'SEABANK', 'SeaBank', 'TRANSFER', '500c8210-2bcf-5cf4-a971-6feec429aa74',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank SeaBank, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('d96a75a6-a5d9-5556-9e09-2592b2f3c5f2', 'JAGO', 'Bank Jago', 'TRANSFER', '287e0dc7-921d-5483-b047-dc73591f1564',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Bank Jago, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('afaab53f-a73b-561d-bff1-21ad9b1c7ad7', 'SUPERBANK', 'Superbank', 'TRANSFER', '65904d4b-48de-5712-b5b1-6fe32c107daa',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank Superbank, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('2458713a-ba7f-56b9-b57c-cd1cbf10f9a4', 'BLU', 'blu by BCA Digital', 'TRANSFER', '7f63295c-6e91-5ed4-8e4e-eda13ea1ddbd',
   '[{"step": 1, "title": "Buka aplikasi bank", "content": "Buka mobile banking, internet banking atau ATM dan pilih menu transfer."}, {"step": 2, "title": "Isi rekening tujuan", "content": "Pilih bank blu by BCA Digital, masukkan nomor rekening tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan dan jangan dikurangi biaya."}, {"step": 4, "title": "Transfer", "content": "Pilih BI-FAST atau transfer online, konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('0ba7139a-6e1c-5fa9-bea7-d64ef9aab485', 'DANA', 'DANA', 'TRANSFER', '2d1cd869-80cc-5427-80e4-9eff2b9d7f28',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka DANA atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor DANA tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('f1c0a1aa-3312-5189-8f5f-71fae9e9935e', 'GOPAY', 'GoPay', 'TRANSFER', 'a9e6eafe-93c9-5845-a664-001f63d10b40',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka GoPay atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor GoPay tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('0ed5dfe4-e1e1-5329-9f91-22280dca773e', 'OVO', 'OVO', 'TRANSFER', '861dd3e6-1f13-50a1-b92f-bd8cc9035c25',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka OVO atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor OVO tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('36c31ad7-a605-56a9-8ed3-b58fd960a574', 'LINKAJA', 'LinkAja', 'TRANSFER', '93a381a4-81e6-52a9-942a-7997f95945e8',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka LinkAja atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor LinkAja tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('c20ce7ed-6b5e-58d9-bb87-6a745739b5b1', 'SHOPEEPAY', 'ShopeePay', 'TRANSFER', 'b54497aa-d33b-5d47-bf59-9f701f310a6e',
   '[{"step": 1, "title": "Buka aplikasi", "content": "Buka ShopeePay atau aplikasi bank Anda dan pilih menu kirim uang."}, {"step": 2, "title": "Isi nomor tujuan", "content": "Masukkan nomor ShopeePay tujuan dan periksa nama pemiliknya."}, {"step": 3, "title": "Isi jumlah persis", "content": "Masukkan total persis sampai tiga angka terakhir. Jangan dibulatkan."}, {"step": 4, "title": "Kirim", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]'),
  ('e240c24d-11cc-569e-92a8-1ddf6cd56642', 'QRIS', 'QRIS', 'QRIS', null,
   '[{"step": 1, "title": "Buka aplikasi pembayaran", "content": "Buka aplikasi mobile banking atau dompet digital yang mendukung QRIS."}, {"step": 2, "title": "Pindai kode QR", "content": "Pilih menu QRIS lalu pindai kode, atau unggah gambarnya dari galeri."}, {"step": 3, "title": "Periksa jumlahnya", "content": "Pastikan nama merchant benar dan jumlahnya persis sama dengan total, sampai tiga angka terakhir."}, {"step": 4, "title": "Bayar", "content": "Konfirmasi dan masukkan PIN. Halaman ini berubah otomatis setelah pembayaran diterima."}]');
