require 'sinatra'
require 'json'

set :port, ENV['PORT']
set :bind, '127.0.0.1'

STATUSES = %w[available pending sold].freeze
PETS = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Mia', categoryId: 2, status: 'sold' },
  { id: 3, name: 'Otto', categoryId: 1, status: 'pending' }
]

before do
  content_type :json
  auth = request.env['HTTP_AUTHORIZATION'].to_s
  halt 401, { error: 'Unauthorized' }.to_json unless auth == "Bearer #{ENV['API_KEY']}"
end

get '/v1/pets' do
  limit = (params[:limit] || 20).to_i
  pets = PETS
  pets = pets.select { |pet| pet[:status] == params[:status] } if params[:status]
  pets.first(limit).to_json
end

post '/v1/pets' do
  data = JSON.parse(request.body.read)
  halt 400, { error: 'name is required' }.to_json unless data['name']
  halt 400, { error: 'categoryId is required' }.to_json unless data['categoryId']
  if data['status'] && !STATUSES.include?(data['status'])
    halt 400, { error: 'status is invalid' }.to_json
  end
  pet = { id: PETS.size + 1, name: data['name'], categoryId: data['categoryId'].to_i, status: data['status'] }
  PETS << pet
  status 201
  pet.to_json
end

get '/v1/pets/:id' do
  pet = PETS.find { |each| each[:id] == params[:id].to_i }
  halt 404, { error: 'Not found' }.to_json unless pet
  pet.to_json
end
