<?php

function respond($status, $data)
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($data);
    exit;
}

$file = sys_get_temp_dir() . '/petstore-' . getenv('PORT') . '.json';
$pets = file_exists($file) ? json_decode(file_get_contents($file), true) : [
    ['id' => 1, 'name' => 'Rex', 'categoryId' => 1, 'status' => 'available'],
    ['id' => 2, 'name' => 'Mia', 'categoryId' => 2, 'status' => 'sold'],
    ['id' => 3, 'name' => 'Otto', 'categoryId' => 1, 'status' => 'pending'],
];

$method = $_SERVER['REQUEST_METHOD'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$path = rawurldecode($path);

if (($_SERVER['HTTP_AUTHORIZATION'] ?? '') != 'Bearer ' . getenv('API_KEY')) {
    respond(401, ['code' => 'unauthorized', 'message' => 'Invalid API key', 'status' => 401]);
}

if ($method === 'GET' && $path === '/v1/pets') {
    $limit = $_GET['limit'] ?? 20;
    $found = $pets;
    if (!empty($_GET['status'])) {
        $found = array_filter($found, fn($pet) => $pet['status'] == $_GET['status']);
    }
    respond(200, array_slice($found, 0, $limit));
}

if ($method === 'POST' && $path === '/v1/pets') {
    $body = json_decode(file_get_contents('php://input'), true);
    if (!is_string($body['name'] ?? null) || !is_int($body['categoryId'] ?? null)) {
        respond(400, ['code' => 'invalid_field', 'message' => 'name must be a string and categoryId an integer', 'status' => 400]);
    }
    $status = array_key_exists('status', $body) ? $body['status'] : 'available';
    if (!in_array($status, ['available', 'pending', 'sold'], true)) {
        respond(400, ['code' => 'invalid_status', 'message' => 'Unknown status', 'status' => 400]);
    }
    $pet = ['id' => count($pets) + 1, 'name' => $body['name'], 'categoryId' => $body['categoryId'], 'status' => $status];
    $pets[] = $pet;
    file_put_contents($file, json_encode($pets));
    respond(201, $pet);
}

if ($method === 'GET' && preg_match('#^/v1/pets/(\d+)$#', $path, $match)) {
    foreach ($pets as $pet) {
        if ($pet['id'] == $match[1]) {
            respond(200, $pet);
        }
    }
    respond(404, ['code' => 'not_found', 'message' => 'Pet not found', 'status' => 404]);
}

respond(404, ['code' => 'not_found', 'message' => 'No such route', 'status' => 404]);
