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

def fail(status, code, message)
  halt status, { code: code, message: message, status: status }.to_json
end

before do
  content_type :json
  auth = request.env['HTTP_AUTHORIZATION'].to_s
  fail 401, 'unauthorized', 'Invalid API key' unless auth == "Bearer #{ENV['API_KEY']}"
end

get '/v1/pets' do
  limit = (params[:limit] || 20).to_i
  pets = PETS
  pets = pets.select { |pet| pet[:status] == params[:status] } if params[:status]
  pets.first(limit).to_json
end

post '/v1/pets' do
  begin
    data = JSON.parse(request.body.read)
  rescue JSON::ParserError
    fail 400, 'invalid', 'The body is not JSON'
  end
  fail 400, 'invalid', 'The body must be an object' unless data.is_a?(Hash)
  fail 400, 'invalid', 'name must be a string' unless data['name'].is_a?(String)
  unless data['categoryId'].is_a?(Integer) && data['categoryId'].between?(-(2**63), 2**63 - 1)
    fail 400, 'invalid', 'categoryId must be an integer'
  end
  fail 400, 'invalid', 'status is unknown' if data.key?('status') && !STATUSES.include?(data['status'])
  pet = { id: PETS.size + 1, name: data['name'], categoryId: data['categoryId'] }
  pet[:status] = data['status'] if data['status']
  PETS << pet
  status 201
  pet.to_json
end

get '/v1/pets/:id' do
  pet = PETS.find { |each| each[:id] == params[:id].to_i }
  fail 404, 'not_found', 'Pet not found' unless pet
  pet.to_json
end
